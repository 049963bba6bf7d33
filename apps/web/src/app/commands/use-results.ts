import { isFormerMember } from '@boathouse/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useCurrentUser } from '../../features/people/auth/index.ts';
import { clubsOfUser } from '../../features/clubs/clubs/index.ts';
import { athletesFound, clubsFound } from '../../features/site/explore/api.ts';
import { sessionsOfDay } from '../../features/sessions/sessions/index.ts';
import { formatTime, viewerTimeZone } from '../../lib/format.ts';
import { useToday } from '../../lib/use-now.ts';
import { actions, isNamed, pages, type Destination } from './destinations.ts';

/** `to` is null for the list of shortcuts. */
export type Result = {
  id: string;
  to: string | null;
  label: string;
  keys?: readonly string[] | undefined;
  /** The id of an athlete or club. */
  iconURL?: string | null;
  detail?: string;
};
export type Group = { title: string; results: Result[] };

type Results = {
  groups: Group[];
  isSearching: boolean;
  /** The lists that couldn't be loaded, such as `athletes`. */
  missing: string[];
  tryAgain: () => void;
};

/** Waits after the last key, so that quick typing makes one search. */
const typingPauseMs = 250;
/** Searches athletes and clubs. */
const foundMax = 6;

const resultOf = ({ to, label, keys }: Destination): Result => ({ id: to, to, label, keys });

/**
 * Returns the results for a text: pages and actions, the viewer's sessions of today and clubs, and other athletes and
 * clubs.
 */
export function useResults(typed: string): Results {
  const user = useCurrentUser();
  const text = typed.trim();
  const search = useAfterTyping(text);
  const timeZone = viewerTimeZone();
  const today = useQuery(sessionsOfDay(user._id, useToday(timeZone), timeZone));
  const own = useQuery(clubsOfUser(user._id));
  const isEnabled = search !== '';
  const athletes = useQuery({ ...athletesFound({ text: search, page: 1 }), enabled: isEnabled });
  const clubs = useQuery({ ...clubsFound({ text: search, page: 1 }), enabled: isEnabled });

  const profile: Destination = { to: `/athletes/${user._id}`, label: 'Profile', words: 'me own' };
  const destinationsNamed = (destinations: readonly Destination[]) =>
    destinations.filter(({ label, words }) => isNamed(text, `${label} ${words}`)).map(resultOf);
  const shortcuts: Result = { id: 'shortcuts', to: null, label: 'Keyboard shortcuts', keys: ['?'] };
  const ownClubs = (own.data ?? []).filter(({ name }) => isNamed(text, name));
  const isOfText = text !== '' && search === text;
  const groups: Group[] = [
    { title: 'Actions', results: destinationsNamed(actions) },
    {
      title: 'Sessions today',
      results: (today.data ?? [])
        .filter(({ title, workoutItems }) => isNamed(text, [title, ...workoutItems].join(' ')))
        .map(({ _id, title, startAt }) => ({
          id: _id,
          to: `/sessions/${_id}`,
          label: title,
          detail: formatTime(startAt, timeZone),
        })),
    },
    { title: 'Your clubs', results: ownClubs.map(clubResult) },
    {
      title: 'Pages',
      results: [
        ...destinationsNamed([...pages, profile]),
        ...(isNamed(text, shortcuts.label) ? [shortcuts] : []),
      ],
    },
    {
      title: 'Athletes',
      results: (isOfText ? (fresh(athletes)?.rows ?? []) : [])
        .filter((athlete) => !isFormerMember(athlete) && athlete._id !== user._id)
        .slice(0, foundMax)
        .map(({ _id, displayName, iconURL }) => ({
          id: _id,
          to: `/athletes/${_id}`,
          label: displayName,
          iconURL,
        })),
    },
    {
      title: 'Clubs',
      results: (isOfText ? (fresh(clubs)?.rows ?? []) : [])
        .filter(({ _id }) => !ownClubs.some((club) => club._id === _id))
        .slice(0, foundMax)
        .map(clubResult),
    },
  ];
  const failed = [
    { name: "today's sessions", query: today },
    { name: 'your clubs', query: own },
    { name: 'athletes', query: athletes },
    { name: 'clubs', query: clubs },
  ].filter(({ query }) => query.isError && query.data === undefined);
  return {
    groups: groups.filter(({ results }) => results.length > 0),
    isSearching:
      text !== search ||
      athletes.isPlaceholderData ||
      clubs.isPlaceholderData ||
      athletes.isLoading ||
      clubs.isLoading,
    missing: failed.map(({ name }) => name),
    tryAgain: () => failed.forEach(({ query }) => void query.refetch()),
  };
}

/** For this search, and not the previous one: Enter opens no result of another text. */
const fresh = <Data>({ data, isPlaceholderData }: { data: Data; isPlaceholderData: boolean }) =>
  isPlaceholderData ? undefined : data;

const clubResult = (club: {
  _id: string;
  name: string;
  customURL: string;
  iconURL: string | null;
}): Result => ({
  id: club._id,
  to: `/clubs/${club.customURL}/general`,
  label: club.name,
  iconURL: club.iconURL,
});

/** Returns a text after it has not changed for a moment; an empty text at once. */
function useAfterTyping(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : settled;
}
