// The wings of the features, and which may import which. `check-boundaries.ts` enforces it, and ARCHITECTURE.md shows it.
import { markdownTable } from './layers.ts';

export type Side = 'server' | 'web';

type Wing = {
  name: string;
  /** As in the table of ARCHITECTURE.md. */
  holds: string;
  /** Features of both sides, and of one. */
  features: { [Which in Side | 'both']?: string };
};

export const wings: readonly Wing[] = [
  {
    name: 'people',
    holds: 'users, how they log in, and their images',
    features: { both: 'auth devices files users', server: 'admission guests tokens', web: 'links' },
  },
  {
    name: 'clubs',
    holds: 'clubs, their members and invitations',
    features: { both: 'clubs squads' },
  },
  {
    name: 'sessions',
    holds: 'planned workouts: their pages, calendar and templates',
    features: { both: 'calendar sessions templates', web: 'board' },
  },
  {
    name: 'training',
    holds: 'rowed workouts, and the statistics about them',
    features: {
      both: 'activities entries goals statistics',
      server: 'moves plans results samerows strokes',
    },
  },
  {
    name: 'rowing',
    holds: "the monitor, the user's own row, and the others in the room",
    features: { web: 'erg replay room rowing' },
  },
  {
    name: 'evening',
    holds: 'what happens in a session while it is rowed',
    features: { both: 'chat starts', server: 'attendance boards' },
  },
  {
    name: 'racing',
    holds: "a club's tests and races",
    features: { both: 'races tests' },
  },
  {
    name: 'news',
    holds: 'what users and other services learn about all this',
    features: { both: 'comments feed follows notifications', server: 'webhooks webpush' },
  },
  {
    name: 'transfers',
    holds: 'data from and for other apps',
    features: { both: 'imports sync', server: 'archive exports workoutfiles' },
  },
  {
    name: 'operating',
    holds: 'the work of administrators and operators',
    features: { both: 'administration reports', server: 'account outgoing product' },
  },
  {
    name: 'site',
    holds: 'pages that lead to the others, settings, and the installed app',
    features: { web: 'explore installed landing settings' },
  },
];

/**
 * A wing imports only those before it. The sides differ: the server's activities check the rights of their session and
 * its club, while the web's page of a club shows a feed of activities.
 */
export const wingOrder: Record<Side, readonly string[]> = {
  server: ['people', 'clubs', 'sessions', 'training', 'evening', 'racing', 'news', 'transfers', 'operating'],
  web: [
    'people',
    'operating',
    'training',
    'rowing',
    'news',
    'clubs',
    'evening',
    'sessions',
    'racing',
    'transfers',
    'site',
  ],
};

/** Returns the features of a wing on a side. */
export function featuresOf(wing: string, side: Side): string[] {
  const { both = '', [side]: own = '' } = wings.find(({ name }) => name === wing)?.features ?? {};
  return `${both} ${own}`.split(' ').filter(Boolean);
}

/** The table of ARCHITECTURE.md, and both orders. */
export function wingsTable(): string {
  const table = markdownTable(
    ['wing', 'holds', 'features', 'server only', 'web only'],
    wings.map(({ name, holds, features: { both = '', server = '', web = '' } }) => [
      name,
      holds,
      ...[both, server, web].map((names) => names.replaceAll(' ', ', ')),
    ]),
  );
  const orders = (['server', 'web'] as const).map((side) => `- ${side}: ${wingOrder[side].join(', ')}`);
  return `${table}\n\nA wing imports the wings before it, types included:\n\n${orders.join('\n')}`;
}
