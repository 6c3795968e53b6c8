import { workingDay } from "../support/workingDay.mjs";

export default workingDay({ hand: "mouse", size: "wide", theme: "light" });
