import { chanceOf, crew, outsiderIndex, type SampleResult } from './sample-year.ts';

/** `by` is an index in `crew`. */
export type SampleComment = { by: number; message: string; afterMinutes: number };
type SampleReactions = {
  likedBy: number[];
  comment: (SampleComment & { reply: SampleComment | null; isRemoved: boolean }) | null;
};

const messages = [
  'Strong finish!',
  'You held that pace to the last stroke. Well rowed.',
  'Next time I sit next to you.',
  'That looked easy. Was it?',
  'New season best?',
  'Nice and long in the water today.',
  'I lost you after the first minute.',
  'Coffee is on me.',
] as const;

const replies = [
  'Thank you! It did not feel that good.',
  'Only because you pushed from the next erg.',
  'Same time tomorrow?',
  'Legs are gone, see you on Monday.',
] as const;

const pick = <T>(from: readonly [T, ...T[]], chance: number): T =>
  from[Math.floor(chance * from.length)] ?? from[0];

/** Returns the likes and the comment of a result, always the same for the same result. */
export function reactionsTo({ athlete, workoutItemIndex, createdAt }: SampleResult): SampleReactions {
  const seed = (what: number, who = 0) =>
    chanceOf(Math.floor(createdAt.epochMilliseconds / 60_000), athlete, workoutItemIndex, what, who);
  const others = crew
    .map((_, index) => index)
    .filter((index) => index !== athlete && index !== outsiderIndex);
  const [first = 0, ...rest] = others;
  const likes = seed(20) < 0.5 ? 0.25 : 0;
  return {
    likedBy: others.filter((index) => seed(21, index) < likes),
    comment:
      seed(22) < 0.14
        ? {
            by: pick([first, ...rest], seed(23)),
            message: pick(messages, seed(24)),
            afterMinutes: 30 + Math.floor(seed(25) * 90),
            isRemoved: seed(26) < 0.06,
            reply:
              seed(27) < 0.5
                ? {
                    by: athlete,
                    message: pick(replies, seed(28)),
                    afterMinutes: 150 + Math.floor(seed(29) * 60),
                  }
                : null,
          }
        : null,
  };
}
