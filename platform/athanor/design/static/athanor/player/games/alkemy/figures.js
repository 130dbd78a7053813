// A table with other figures.

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Figure} Figure */

/** @param {Table} table @param {number} id @param {(figure: Figure) => Partial<Figure>} change @returns {Table} */
export function withFigure(table, id, change) {
  return { ...table, figures: table.figures.map((figure, i) => (i === id ? { ...figure, ...change(figure) } : figure)) };
}

/** @param {Table} table @param {(figure: Figure) => Partial<Figure>} change @returns {Table} */
export function withAll(table, change) {
  return { ...table, figures: table.figures.map((figure) => (figure.status === "board" ? { ...figure, ...change(figure) } : figure)) };
}
