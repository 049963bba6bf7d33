import type { Visibility } from '@boathouse/contract/users';

export const visibilityLabels = {
  everyone: 'Everyone here',
  connections: 'Followers and people I follow',
  clubs: 'Members of my clubs',
  me: 'Only me',
} as const satisfies Record<Visibility, string>;
