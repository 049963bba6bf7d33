import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { showErrorToast } from '../../../../ui/toast-store.ts';
import { announce, type Memory } from './announce.ts';
import type { RowNow } from './heard-row.ts';
import type { Sentence } from './sentence.ts';
import { browserSynthesis, notSpoken, speakerOf } from './speaker.ts';
import { getVoiceChoice } from './voice-choice.ts';

type Say = (sentences: readonly Sentence[]) => void;

/**
 * Returns a function that announces sentences: to screen readers in the polite region returned with it, and aloud if
 * this device speaks their topic. The region is on the page before its first words, because screen readers skip a
 * region that appears with its words.
 */
function useSaying(): { region: ReactNode; say: Say } {
  const [said, setSaid] = useState({ words: '', count: 0 });
  const hasFailed = useRef(false);
  const say = useCallback<Say>((sentences) => {
    if (sentences.length === 0) return;
    setSaid(({ count }) => ({ words: textOf(sentences), count: count + 1 }));
    void speak(sentences).then((isSpoken) => {
      if (isSpoken || hasFailed.current) return;
      hasFailed.current = true;
      showErrorToast(notSpoken);
    });
  }, []);
  useEffect(() => stopSpeaking, []);
  return {
    region: (
      <p role="status" aria-label="Workout" className="visually-hidden">
        {/* A repeated sentence is read out again. */}
        <span key={said.count}>{said.words}</span>
      </p>
    ),
    say,
  };
}

/** Announces the events of the row. Returns the region of its sentences, and a function that announces other ones. */
export function useVoice(row: RowNow): { region: ReactNode; say: Say } {
  const { region, say } = useSaying();
  const memory = useRef<Memory | null>(null);
  useEffect(() => {
    const heard = announce(memory.current, { ...row, atMs: performance.now() });
    memory.current = heard.memory;
    say(heard.sentences);
  }, [row, say]);
  return { region, say };
}

const textOf = (sentences: readonly Sentence[]) => sentences.map(({ words }) => words).join('. ');

/** Returns false if the device failed to speak. */
async function speak(sentences: readonly Sentence[]): Promise<boolean> {
  const { isOn, topics } = getVoiceChoice();
  const wanted = sentences.filter(({ topic }) => topic === 'erg' || topics.includes(topic));
  const synthesis = browserSynthesis();
  if (!isOn || wanted.length === 0 || synthesis === null) return true;
  return (await speakerOf(synthesis).say(textOf(wanted))) !== 'failed';
}

function stopSpeaking(): void {
  const synthesis = browserSynthesis();
  if (synthesis !== null) speakerOf(synthesis).stop();
}
