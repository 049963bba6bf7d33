import type { AdministrationAction } from '@boathouse/contract/administration/log';
import type { ReportCase, ReportDecision, ReportKind } from '@boathouse/contract/administration/reports';

export const actionOf = {
  dismissed: 'dismissedReport',
  hidden: 'hidReported',
  deleted: 'deletedReported',
} as const satisfies Record<ReportDecision, AdministrationAction>;

/** The words for a decision that was withdrawn. */
export function takenBackInWords({
  kind,
  reported,
  decided,
}: Pick<ReportCase, 'kind' | 'reported' | 'decided'>): string {
  const again = `The reports about ${targetInWords(kind, reported.name)} are open again`;
  return decided?.decision === 'hidden' ? `${again}, and it is shown again` : again;
}

/** The kinds of reported things, in the words of messages and of the log. */
const nouns = { comment: 'comment', user: 'profile', club: 'club' } as const satisfies Record<
  ReportKind,
  string
>;

/** `the comment of Ann`, `the profile of Ann`, `the club Crew` */
export function targetInWords(kind: ReportKind, name: string): string {
  return kind === 'club' ? `the club ${name}` : `the ${nouns[kind]} of ${name}`;
}

/** Returns the message for the administrator whose decision is stored, or was stored before. */
export function decisionInWords(
  { kind, reported }: Pick<ReportCase, 'kind' | 'reported'>,
  decision: ReportDecision,
) {
  const target = targetInWords(kind, reported.name);
  switch (decision) {
    case 'dismissed':
      return `The reports about ${target} are dismissed`;
    case 'hidden':
      return `You have hidden ${target}`;
    case 'deleted':
      return kind === 'user' ? `The account of ${reported.name} is deleted` : `You have deleted ${target}`;
  }
}
