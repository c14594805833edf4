import ts from "typescript";

/**
 * One small change to a source file that a test should notice.
 *
 * @typedef {{ readonly file: string; readonly line: number; readonly start: number; readonly end: number; readonly replacement: string; readonly kind: string; readonly place: Place }} Mutant
 */

/**
 * The smallest place around a mutant that can be replaced as a whole.
 *
 * @typedef {{ readonly start: number; readonly end: number; readonly kind: "expression" | "statement" }} Place
 */

const OPERATORS = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [ts.SyntaxKind.LessThanToken, "<="],
  [ts.SyntaxKind.LessThanEqualsToken, "<"],
  [ts.SyntaxKind.GreaterThanToken, ">="],
  [ts.SyntaxKind.GreaterThanEqualsToken, ">"],
  [ts.SyntaxKind.AmpersandAmpersandToken, "||"],
  [ts.SyntaxKind.BarBarToken, "&&"],
  [ts.SyntaxKind.PlusToken, "-"],
  [ts.SyntaxKind.MinusToken, "+"],
  [ts.SyntaxKind.AsteriskToken, "/"],
  [ts.SyntaxKind.SlashToken, "*"],
]);

/** Every mutant of a file. @param {string} file @param {string} text @returns {Mutant[]} */
export function findMutants(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @type {Mutant[]} */
  const mutants = [];
  /** @param {ts.Node} node @param {string} replacement @param {string} kind */
  const add = (node, replacement, kind) => {
    const start = node.getStart(source);
    const { line } = source.getLineAndCharacterOfPosition(start);
    const place = placeOf(node, source);
    mutants.push({ file, line: line + 1, start, end: node.getEnd(), replacement, kind, place });
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (isOutsideCode(node)) return;
    mutate(node, add, source);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutants;
}

/** @param {ts.Node} node @param {ts.SourceFile} source @returns {Place} */
function placeOf(node, source) {
  let place = ts.isBinaryExpression(node.parent) && node.parent.operatorToken === node ? node.parent : node;
  // The short circuit of an optional chain would end at parentheses inside it.
  while (ts.isOptionalChain(place.parent) && place.parent.expression === place) place = place.parent;
  const kind = ts.isExpressionStatement(place) ? "statement" : "expression";
  return { start: place.getStart(source), end: place.getEnd(), kind };
}

/** Types, imports and exports have no behaviour. @param {ts.Node} node */
function isOutsideCode(node) {
  return (
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isTypeNode(node)
  );
}

/** @param {ts.Node} node @param {(node: ts.Node, replacement: string, kind: string) => void} add @param {ts.SourceFile} source */
function mutate(node, add, source) {
  const textOf = (/** @type {ts.Node} */ of) => of.getText(source);
  if (ts.isBinaryExpression(node)) {
    const other = OPERATORS.get(node.operatorToken.kind);
    const isText = [node.left, node.right].some(
      (side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side),
    );
    if (other !== undefined && !(isText && node.operatorToken.kind === ts.SyntaxKind.PlusToken))
      add(node.operatorToken, other, "operator");
    if (node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
      add(node, textOf(node.right), "default");
  } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    add(node, `(${textOf(node.operand)})`, "negation");
  } else if (ts.isConditionalExpression(node)) {
    add(node.condition, "true", "condition");
    add(node.condition, "false", "condition");
  } else if (ts.isIfStatement(node)) {
    add(node.expression, "false", "condition");
    if (node.elseStatement !== undefined) add(node.expression, "true", "condition");
  } else if (ts.isNumericLiteral(node) && !isKey(node) && !isDemanded(node)) {
    add(node, node.text === "0" ? "1" : `(${textOf(node)} + 1)`, "number");
  } else if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) {
    add(node, node.kind === ts.SyntaxKind.TrueKeyword ? "false" : "true", "boolean");
  } else if (ts.isStringLiteral(node) && node.text !== "" && !isKey(node)) {
    add(node, '""', "string");
  } else if (ts.isExpressionStatement(node) && !isSuperCall(node)) {
    add(node, ";", "statement");
  } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    if (["filter", "sort", "toSorted", "trim", "toLowerCase"].includes(node.expression.name.text))
      add(node, textOf(node.expression.expression), "call");
  }
}

/** A literal that is the key of an object or of a pattern rather than a value. @param {ts.Node} node */
function isKey(node) {
  const { parent } = node;
  return (
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    (ts.isBindingElement(parent) && parent.propertyName === node)
  );
}

/** The 0 of `numbers[at] ?? 0`, which the compiler demands although the index is never outside. @param {ts.NumericLiteral} node */
function isDemanded({ parent, text }) {
  return (
    text === "0" &&
    ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken &&
    ts.isElementAccessExpression(parent.left)
  );
}

/** @param {ts.ExpressionStatement} statement */
function isSuperCall({ expression }) {
  return ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword;
}
