import * as z from 'zod/mini';
import { createDeviceChoice } from '../../../../lib/device-choices/device-choice.ts';
import { spokenTopics, type SpokenTopic } from './sentence.ts';

/** Whether this device speaks while its user rows, and about which topics; off until it is turned on. */
type VoiceChoice = { isOn: boolean; topics: readonly SpokenTopic[] };

const ChoiceSchema = z.object({ isOn: z.boolean(), topics: z.array(z.enum(spokenTopics)) });

const silent: VoiceChoice = { isOn: false, topics: spokenTopics };

function parse(stored: string | null): VoiceChoice {
  if (stored === null) return silent;
  try {
    const parsed = ChoiceSchema.safeParse(JSON.parse(stored));
    return parsed.success ? parsed.data : silent;
  } catch {
    return silent;
  }
}

const choice = createDeviceChoice<VoiceChoice>('voice', parse, JSON.stringify);
export const useVoiceChoice = choice.use;
export const getVoiceChoice = choice.get;
export const setVoiceChoice = choice.set;
