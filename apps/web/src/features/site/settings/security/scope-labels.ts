import type { TokenScope } from '@boathouse/contract/auth/tokens';

type ScopeLabel = { label: string; meaning: string };

/** They are in the order in which the page offers them. */
export const scopeLabels: Readonly<Record<TokenScope, ScopeLabel>> = {
  read: { label: 'Read', meaning: 'See what you see: your activities, sessions, clubs and people.' },
  write: { label: 'Row', meaning: 'Start, complete, import and change your own activities.' },
  host: { label: 'Host', meaning: 'Schedule and change sessions, boards and starts, as you may.' },
};
