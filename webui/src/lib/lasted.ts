/** `182 ms`, `10 s`. */
export const lasted = (millis: number) => (millis < 1000 ? `${millis} ms` : `${Math.round(millis / 1000)} s`);
