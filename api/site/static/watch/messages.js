// The time zone of quiet hours, as the browser has it.
const zone = document.querySelector("[data-zone]");
if (zone && !zone.value) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
