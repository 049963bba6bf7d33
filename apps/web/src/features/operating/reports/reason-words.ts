import type { ReportReason } from '@boathouse/contract/administration/reports';

/** They are in the order in which the page offers them. */
export const reasonWords = {
  offensive: { label: 'Offensive', meaning: 'Insults, threats, hate, or images that do not belong here' },
  spam: { label: 'Spam', meaning: 'Advertising, or the same again and again' },
  impersonation: { label: 'Impersonation', meaning: 'Pretends to be another person or club' },
  other: { label: 'Something else', meaning: 'Say below what is wrong' },
} as const satisfies Record<ReportReason, { label: string; meaning: string }>;
