import { chanceOf, crew, outsiderIndex, type SampleResult } from './sample-year.ts';

/** Positions in the crew, and after how many minutes. */
export type SampleRemark = { by: number; message: string; afterMinutes: number };
export type SampleTalk = {
  likedBy: number[];
  comment: (SampleRemark & { reply: SampleRemark | null; isRemoved: boolean }) | null;
};

const remarks = [
  'Strong finish!',
  'You held that pace to the last stroke. Well rowed.',
  'Next time I sit next to you.',
  'That looked easy. Was it?',
  'New season best?',
  'Nice and long in the water today.',
  'I lost you after the first minute.',
  'Coffee is on me.',
] as const;

const answers = [
  'Thank you! It did not feel that good.',
  'Only because you pushed from the next erg.',
  'Same time tomorrow?',
  'Legs are gone, see you on Monday.',
] as const;

const pick = <T>(from: readonly [T, ...T[]], chance: number): T =>
  from[Math.floor(chance * from.length)] ?? from[0];

/** What the crew says of a result of one of them. */
export function talkOf({ athlete, workoutItemIndex, createdAt }: SampleResult): SampleTalk {
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
            message: pick(remarks, seed(24)),
            afterMinutes: 30 + Math.floor(seed(25) * 90),
            isRemoved: seed(26) < 0.06,
            reply:
              seed(27) < 0.5
                ? {
                    by: athlete,
                    message: pick(answers, seed(28)),
                    afterMinutes: 150 + Math.floor(seed(29) * 60),
                  }
                : null,
          }
        : null,
  };
}
