import { clubRoles } from '@boathouse/contract/clubs';
import type { FeedActivity } from '@boathouse/contract/feed';
import type { Notification } from '@boathouse/contract/notifications';
import type { WorkoutSummary } from '@boathouse/contract/activities';
import { LastWorkout } from '../../src/features/training/activities/last-workout.tsx';
import { HistoryTable } from '../../src/features/training/activities/history/history-table.tsx';
import { SplitsTable } from '../../src/features/training/activities/activity/splits-table.tsx';
import { ActivityHeatmap } from '../../src/features/training/statistics/activity-heatmap.tsx';
import { OverviewCards } from '../../src/features/training/statistics/overview-cards.tsx';
import { PersonalBestsPanel } from '../../src/features/training/statistics/personal-bests-panel.tsx';
import { TrendChart } from '../../src/features/training/statistics/trend/trend-chart.tsx';
import { pointsOf } from '../../src/features/training/statistics/trend/trend.ts';
import { MemberRow } from '../../src/features/clubs/clubs/member-row.tsx';
import { SessionCard } from '../../src/features/news/feed/session-card.tsx';
import { NotificationLine } from '../../src/features/news/notifications/notification-line.tsx';
import { Podium } from '../../src/features/sessions/board/podium.tsx';
import { CompletedResultsTable } from '../../src/features/sessions/sessions/completed-results-table.tsx';
import { buildPerson, idOf, mara } from '../people.ts';
import { buildActivity } from '../sessions/factory.ts';
import { emptyId, failingId, loadingId } from './answers.ts';
import { ignore, long, type Example, type Words } from './example.ts';

let built = 5_000;
const activityOf = (words: Words, parts: Parameters<typeof buildActivity>[0] = {}) => {
  built += 1;
  return buildActivity({
    _id: idOf(built),
    name: words.name,
    title: words.title,
    workout: '5000 m',
    machine: 'rower',
    ...parts,
  });
};

const feedOf = (words: Words, parts: Partial<FeedActivity> = {}): FeedActivity => ({
  ...activityOf(words),
  likeCount: 3,
  didLike: true,
  likers: [buildPerson(2, words.otherName)],
  commentCount: 2,
  bests: ['5k'],
  ...parts,
});

const cardOf = (activities: FeedActivity[]) => {
  const [newest] = activities;
  return newest && <SessionCard results={{ _id: idOf(1), newest, activities }} viewerId={mara._id} />;
};

const summary: WorkoutSummary = {
  logEntryDate: null,
  logEntryTime: null,
  averageStrokeRate: 24,
  averageHeartRate: 152,
  recoveryHeartRate: null,
  splits: [1, 2, 3, 4, 5].map((at) => ({
    splitNumber: at,
    time: 240 + at,
    distance: 1_000,
    averagePace: 120 + at / 2,
    strokeRate: 24,
    heartRate: at === 1 ? null : 140 + at,
    restTime: 0,
  })),
  source: 'summary',
};

const notificationOf = (words: Words, parts: Partial<Notification> = {}): Notification => ({
  _id: idOf(30),
  kind: 'comment',
  actors: [buildPerson(2, words.otherName)],
  actorCount: 1,
  createdAt: '2026-03-06T11:30:00.000Z',
  isRead: false,
  activity: { _id: idOf(31), user: mara, workoutItem: '5000 m' },
  club: null,
  session: null,
  message: words.sentence,
  ...parts,
});

const memberOf = (words: Words, role: keyof typeof clubRoles) => (
  <MemberRow
    member={{
      _id: idOf(40),
      user: buildPerson(2, words.name),
      club: { _id: idOf(41), name: 'Harbour', customURL: 'harbour', iconURL: null },
      role: clubRoles[role],
      createdAt: '2025-03-06T11:30:00.000Z',
    }}
    actions={role === 'owner' ? [] : role === 'pending' ? ['accept', 'decline'] : ['makeAdmin', 'remove']}
    running={null}
    onAct={ignore}
  />
);

const history = (words: Words, count: number) => (
  <HistoryTable
    activities={Array.from({ length: count }, (_, at) =>
      activityOf(words, {
        elapsedTime: 1_200 + at * 7.3,
        createdAt: `2026-02-0${at + 1}T17:00:00.000Z`,
        ...(at === 1 ? { isSimulated: true, source: 'simulated' } : {}),
        ...(at === 2 ? { isPartial: true } : {}),
      }),
    )}
    unsent={[]}
    bests={[]}
    sort={{ field: 'createdAt', isDescending: true }}
    onSort={ignore}
  />
);

const figure = (value: number, delta: number | null, missing = 0) => ({ value, delta, missing });

const trend = pointsOf(
  {
    decides: 'elapsedTime',
    results: [428, 431, 425.1, 427, 421.4].map((elapsedTime, at) => ({
      activity: idOf(60 + at),
      createdAt: `2025-1${at % 3}-0${at + 1}T17:00:00.000Z`,
      day: ['2025-04-02', '2025-06-11', '2025-08-20', '2025-11-03', '2026-02-14'][at] ?? '',
      distance: 2_000,
      elapsedTime,
      pace: elapsedTime / 4,
    })),
  },
  null,
);

const podiumLine = (name: string, rank: number, progress: string) => ({
  id: name,
  rank,
  name,
  position: 1,
  progress,
  pace: '1:46.2',
  machine: 'rower' as const,
  state: 'finished' as const,
  isSimulated: rank === 3,
  otherWorkout: null,
});

/** The parts of features that show the most, with data of the tests' builders. */
export const features: Example[] = [
  {
    component: 'feed/session-card',
    cases: [
      { name: 'full', show: (words) => cardOf([feedOf(words)]) },
      {
        name: 'two results',
        show: (words) => {
          const first = feedOf(words);
          return cardOf([first, { ...feedOf(words), user: first.user, session: first.session, bests: [] }]);
        },
      },
      {
        name: 'long',
        words: long,
        show: (words) => cardOf([feedOf(words, { likeCount: 0, likers: [], commentCount: 0 })]),
      },
    ],
  },
  {
    component: 'sessions/completed-results-table',
    cases: [
      {
        name: 'full',
        show: (words) => (
          <CompletedResultsTable
            workout="5000 m"
            viewerId={mara._id}
            results={[
              activityOf(words, { elapsedTime: 1_180, averagePace: 118 }),
              activityOf({ ...words, name: words.otherName }, { elapsedTime: 1_225.4, averagePace: 122.5 }),
              activityOf(words, { isSimulated: true, source: 'simulated' }),
            ]}
          />
        ),
      },
      {
        name: 'empty',
        show: () => <CompletedResultsTable workout="5000 m" viewerId={mara._id} results={[]} />,
      },
      {
        name: 'long',
        words: long,
        show: (words) => (
          <CompletedResultsTable workout="5000 m" viewerId={mara._id} results={[activityOf(words)]} />
        ),
      },
    ],
  },
  {
    component: 'activities/history-table',
    isWide: true,
    cases: [
      { name: 'full', show: (words) => history(words, 4) },
      { name: 'long', words: long, show: (words) => history(words, 2) },
    ],
  },
  {
    component: 'activities/splits-table',
    cases: [
      {
        name: 'full',
        show: () => (
          <SplitsTable
            activity={{
              distance: 5_000,
              elapsedTime: 1_215,
              averagePace: 121.5,
              machine: 'rower',
              workout: '5000 m',
            }}
            summary={summary}
          />
        ),
      },
    ],
  },
  {
    component: 'activities/last-workout',
    cases: [
      { name: 'full', show: () => <LastWorkout userId={mara._id} /> },
      { name: 'empty: nothing', show: () => <LastWorkout userId={emptyId} /> },
    ],
  },
  {
    component: 'statistics/overview-cards',
    isWide: true,
    cases: [
      {
        name: 'full',
        show: () => (
          <OverviewCards
            before="the 7 days before"
            figures={{
              meters: figure(32_500, 4_100),
              time: figure(8_000, -600),
              calories: figure(1_900, null, 2),
            }}
          />
        ),
      },
      {
        name: 'empty',
        show: () => (
          <OverviewCards
            before={null}
            figures={{ meters: figure(0, 0), time: figure(0, 0), calories: figure(0, 0) }}
          />
        ),
      },
      {
        name: 'long',
        show: () => (
          <OverviewCards
            before="the 12 months before"
            figures={{
              meters: figure(12_345_678, 1_234_567),
              time: figure(3_456_000, 123_456),
              calories: figure(987_654, 0),
            }}
          />
        ),
      },
    ],
  },
  {
    component: 'statistics/personal-bests-panel',
    cases: [
      { name: 'full', show: () => <PersonalBestsPanel userId={mara._id} /> },
      { name: 'empty', show: () => <PersonalBestsPanel userId={emptyId} /> },
      { name: 'loading', show: () => <PersonalBestsPanel userId={loadingId} /> },
      { name: 'failing', show: () => <PersonalBestsPanel userId={failingId} /> },
    ],
  },
  {
    component: 'statistics/activity-heatmap',
    isWide: true,
    cases: [
      { name: 'full', show: ({ name }) => <ActivityHeatmap userId={mara._id} name={name} /> },
      { name: 'empty', show: ({ name }) => <ActivityHeatmap userId={emptyId} name={name} /> },
      { name: 'loading', show: ({ name }) => <ActivityHeatmap userId={loadingId} name={name} /> },
      { name: 'failing', show: ({ name }) => <ActivityHeatmap userId={failingId} name={name} /> },
    ],
  },
  {
    component: 'statistics/trend-chart',
    cases: [
      {
        name: 'full',
        show: ({ label }) => (
          <TrendChart label={label} points={trend} decides="elapsedTime" onOpen={ignore} />
        ),
      },
      {
        name: 'one result',
        show: ({ label }) => (
          <TrendChart label={label} points={trend.slice(0, 1)} decides="elapsedTime" onOpen={ignore} />
        ),
      },
    ],
  },
  {
    component: 'notifications/notification-line',
    cases: [
      { name: 'new', show: (words) => <NotificationLine line={notificationOf(words)} viewerId={mara._id} /> },
      {
        name: 'read',
        show: (words) => (
          <NotificationLine
            line={notificationOf(words, {
              kind: 'like',
              message: null,
              isRead: true,
              actors: [buildPerson(2, words.otherName), buildPerson(3, words.name), buildPerson(4, 'Cem')],
              actorCount: 12,
            })}
            viewerId={mara._id}
          />
        ),
      },
      {
        name: 'long',
        words: long,
        show: (words) => <NotificationLine line={notificationOf(words)} viewerId={mara._id} />,
      },
    ],
  },
  {
    component: 'clubs/member-row',
    cases: [
      { name: 'member', show: (words) => memberOf(words, 'member') },
      { name: 'request', show: (words) => memberOf(words, 'pending') },
      { name: 'owner', show: (words) => memberOf(words, 'owner') },
      { name: 'long', words: long, show: (words) => memberOf(words, 'member') },
    ],
  },
  {
    component: 'board/podium',
    isWide: true,
    cases: [
      {
        name: 'full',
        show: ({ name, otherName }) => (
          <Podium
            workout="2000 m"
            steps={[
              { rank: 1, lines: [podiumLine(name, 1, '7:05.3')] },
              { rank: 2, lines: [podiumLine(otherName, 2, '7:11.0')] },
              { rank: 3, lines: [podiumLine('Cem', 3, '7:20.9')] },
            ]}
          />
        ),
      },
      {
        name: 'long',
        words: long,
        show: ({ name }) => (
          <Podium workout="2000 m" steps={[{ rank: 1, lines: [podiumLine(name, 1, '7:05.3')] }]} />
        ),
      },
    ],
  },
];
