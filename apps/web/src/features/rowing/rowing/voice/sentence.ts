/** The topics that an athlete can turn on for the voice. */
export const spokenTopics = ['startAndEnd', 'splits', 'targets', 'lastPart', 'coach'] as const;
export type SpokenTopic = (typeof spokenTopics)[number];

/** A sentence spoken while an athlete rows; the state of the erg concerns all listeners. */
export type Sentence = { topic: SpokenTopic | 'erg'; words: string };
