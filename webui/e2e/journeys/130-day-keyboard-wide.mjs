import { workingDay } from "../support/workingDay.mjs";

export default workingDay({ hand: "keyboard", size: "wide", theme: "dark" });
