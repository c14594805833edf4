/** The environment variable that contains a secret input. */
export function variableOf(name: string): string {
  return `KNOWHOW_INPUT_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}`;
}
