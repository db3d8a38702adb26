"use strict";
// Makes the heads of sortable tables buttons. A column sorts by its exact figures, or by its text;
// cells without a figure come last either way.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const value = (row, at) => {
    const cell = row.cells[at];
    if (at === 0) return cell.textContent;
    return "v" in cell.dataset ? Number(cell.dataset.v) : null;
  };
  const compare = (a, b) => (typeof a === "string" ? a.localeCompare(b) : a - b);
  heads.forEach((head, at) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      const rows = [...body.rows].map((row) => [value(row, at), row]);
      rows.sort(([a], [b]) => {
        if (a === null || b === null) return (a === null) - (b === null);
        return up ? compare(a, b) : compare(b, a);
      });
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      body.append(...rows.map(([, row]) => row));
    });
  });
}
