import type { Problem } from './workout.ts';

/** How many lines are named in addition to the first one. */
const linesNamed = 5;

/**
 * Reports repeated problems only once: problems that differ only in numbers and quoted texts become the first of them,
 * with the number of the others and their lines.
 */
export function onceEach(problems: readonly Problem[]): Problem[] {
  const kinds = new Map<string, Problem[]>();
  for (const problem of problems) {
    const kind = kindOfMessage(problem.message);
    const same = kinds.get(kind);
    if (same === undefined) kinds.set(kind, [problem]);
    else same.push(problem);
  }
  return [...kinds.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : others.length === 0
        ? [first]
        : [{ ...first, message: withOthers(first, others) }],
  );
}

function withOthers({ message }: Problem, others: readonly Problem[]): string {
  const lines = others.flatMap(({ line }) => line ?? []);
  if (lines.length < others.length) return `${message} The same ${others.length} more times.`;
  const named = lines.slice(0, linesNamed).join(', ');
  const more = lines.length > linesNamed ? ` and ${lines.length - linesNamed} more` : '';
  return `${message} The same in ${lines.length === 1 ? 'line' : 'lines'} ${named}${more}.`;
}

/** Returns the common part of messages that differ only in numbers, quoted texts and first lines. */
export function kindOfMessage(message: string): string {
  return message
    .replace(/“[^”]*”/g, '“”')
    .replace(/-?[\d.,:]*\d/g, '0')
    .replace(/(first line is:).*/s, '$1');
}
