/** The part of Papa Parse that this package uses. Its published types need those of Node and of the DOM. */
declare module 'papaparse' {
  type Step = {
    data: string[];
    errors: { code: 'MissingQuotes' | 'InvalidQuotes' | 'UndetectableDelimiter' }[];
    /** `cursor`: where the next row begins. */
    meta: { cursor: number };
  };
  const Papa: {
    parse(
      text: string,
      options: {
        delimiter: string;
        newline: '\n';
        step: (row: Step, parser: { abort(): void }) => void;
      },
    ): void;
    parse(text: string, options: { delimiter: string }): { data: string[][] };
    unparse(
      rows: readonly (readonly (string | number | null)[])[],
      options: { newline: string; escapeFormulae: RegExp },
    ): string;
  };
  export default Papa;
}
