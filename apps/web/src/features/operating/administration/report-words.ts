import type { ReportCase, ReportDecision, ReportKind } from '@boathouse/contract/administration/reports';

export const reportActions = {
  dismissed: 'Dismiss',
  hidden: 'Hide',
  deleted: 'Delete',
} as const satisfies Record<ReportDecision, string>;

export const decisionWords = {
  dismissed: 'Dismissed',
  hidden: 'Hidden',
  deleted: 'Deleted',
} as const satisfies Record<ReportDecision, string>;

/** `Comment of Ann` */
export function headingOf({ kind, now, reported }: Pick<ReportCase, 'kind' | 'now' | 'reported'>): string {
  const name = now?.name ?? reported.name;
  return { comment: `Comment of ${name}`, user: `Profile of ${name}`, club: `Club ${name}` }[kind];
}

/** A link to the reported thing for the administrator; null if they may not see it. */
export function addressOf({ kind, now }: Pick<ReportCase, 'kind' | 'now'>): string | null {
  if (now === null || now.page === null) return null;
  return {
    comment: `/activities/${now.page}`,
    user: `/athletes/${now.page}`,
    club: `/clubs/${now.page}/general`,
  }[kind];
}

type Question = { title: string; details: string };

const hiding: Record<ReportKind, string> = {
  comment:
    'Instead of the text [deleted] is shown. Replies stay. You can take it back, unless its author removes the comment.',
  user: 'Name, photo and banner are removed. The account stays, and can choose others. You can give the name back; the images are deleted for good.',
  club: 'Description and images are removed, and neither lists nor searches show the club any more. Its members keep it, and its address stays. You can take it back; the images are deleted for good.',
};
const deleting: Record<ReportKind, string> = {
  comment: "The comment and its replies are deleted. This can't be undone.",
  user: "The account and all that is in it are deleted. Results in clubs' sessions stay without the name. This can't be undone.",
  club: "Its memberships, sessions and whiteboard are deleted; athletes keep their results. This can't be undone.",
};

/** Asked before each decision. */
export function questionOf(about: ReportCase, decision: ReportDecision): Question {
  const name = about.now?.name ?? about.reported.name;
  const target = {
    comment: `the comment of ${name}`,
    user: `the profile of ${name}`,
    club: `the club ${name}`,
  }[about.kind];
  switch (decision) {
    case 'dismissed':
      return {
        title: `Dismiss the reports about ${target}?`,
        details: `It stays as it is. ${about.reportCount === 1 ? 'The report is' : 'All reports are'} closed.`,
      };
    case 'hidden':
      return { title: `Hide ${target}?`, details: hiding[about.kind] };
    case 'deleted':
      return {
        title: about.kind === 'user' ? `Delete the account of ${name}?` : `Delete ${target}?`,
        details: deleting[about.kind],
      };
  }
}
