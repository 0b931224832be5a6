// A form that came back with faults has the focus at their list.
import { $, onArrival } from "./dom.js";

onArrival(() => $("[data-faults]")?.focus());
