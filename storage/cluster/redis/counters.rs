//! Counters that all nodes share: how often something may happen in a minute.

use std::time::Duration;

use bb8_redis::redis;
use tokio::time::timeout;

use super::bus::ClusterBus;

/// How long a log-in waits for Redis before this node's own counter has to do.
const ANSWER_WITHIN: Duration = Duration::from_millis(300);

/// A bucket of one minute's attempts that refills evenly, by the clock of Redis, in microseconds. Answers 0, or how long
/// to wait. The key holds the time at which the bucket is full again.
const TAKE: &str = r"
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local minute, step = 60000000, math.floor(60000000 / tonumber(ARGV[1]))
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now) + step
if full - now > minute then return full - now - minute end
redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000))
return 0
";

impl ClusterBus {
    /// Counts one attempt of `per_minute` under `name`, which has to be unreadable for others (a keyed hash). Answers
    /// how long to wait, zero for an attempt that is free; `None` while Redis does not answer.
    pub async fn count(&self, name: &str, per_minute: u32) -> Option<Duration> {
        let inner = self.up()?;
        let key = format!("{}:count:{name}", inner.prefix);
        let take = async {
            let mut conn = inner.pool.get().await.ok()?;
            let mut command = redis::cmd("EVAL");
            command.arg(TAKE).arg(1).arg(key).arg(per_minute.max(1));
            command.query_async::<u64>(&mut *conn).await.ok()
        };
        let micros = timeout(ANSWER_WITHIN, take).await.ok().flatten()?;
        Some(Duration::from_micros(micros))
    }
}
