// What a company's own system does with a call of the desk: the library of Standard Webhooks looks at it. Reads one call as JSON
// ({ secret, headers, text }), answers what is in it, or why it is not believed.
import { readFileSync } from "node:fs";
import { Webhook, WebhookVerificationError } from "standardwebhooks";

const { secret, headers, text } = JSON.parse(readFileSync(0, "utf8"));
let answer;
try {
  answer = { believed: new Webhook(secret).verify(text, headers) };
} catch (failure) {
  if (!(failure instanceof WebhookVerificationError)) throw failure;
  answer = { refused: failure.message };
}
process.stdout.write(JSON.stringify(answer));
