"use strict";
// Without this script the tables stand by Avg@k; with it, by the column whose heading is pressed.
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const value = (row) => row.cells[column].dataset.value;
      const numbers = [...body.rows].every((row) => value(row) !== "" && !isNaN(value(row)));
      const before = head.getAttribute("aria-sort");
      const down = before === null ? numbers && column > 0 : before === "ascending";
      const compare = numbers
        ? (one, other) => value(one) - value(other)
        : (one, other) => value(one).localeCompare(value(other), "en");
      const rows = [...body.rows].sort((one, other) => (down ? -1 : 1) * compare(one, other));
      heads.forEach((one) => one.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      body.append(...rows);
    });
  });
}
