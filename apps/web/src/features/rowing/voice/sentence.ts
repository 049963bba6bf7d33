/** What an athlete can have spoken. */
export const spokenTopics = ['startAndEnd', 'splits', 'targets', 'lastPart', 'coach'] as const;
export type SpokenTopic = (typeof spokenTopics)[number];

/** Something said while a workout is rowed; the state of the erg concerns everyone who listens. */
export type Sentence = { topic: SpokenTopic | 'erg'; words: string };
