// The sheet of a deck check. A tap shows at once and waits on this device (unsent/) until the server has it.
import "./check/sheet.js";
import "./check/photos.js";
import "./check/painting.js";
import "./check/typing.js";
import "./check/minutes.js";
import "./check/following.js";
