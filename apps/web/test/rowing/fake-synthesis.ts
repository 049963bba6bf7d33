import { vi } from 'vitest';

class FakeUtterance extends EventTarget {
  readonly text: string;
  lang = '';
  onstart: (() => void) | null = null;
  onend: (() => void) | null = null;
  onerror: ((event: { error: SpeechSynthesisErrorCode }) => void) | null = null;

  constructor(text: string) {
    super();
    this.text = text;
  }
}

/** A browser's speech, whose sentences begin, end and fail when a test requests it. */
export class FakeSynthesis extends EventTarget implements SpeechSynthesis {
  readonly utterances: FakeUtterance[] = [];
  cancels = 0;
  readonly paused = false;
  readonly pending = false;
  readonly speaking = false;
  readonly onvoiceschanged = null;

  /** Replaces the browser's synthesis and utterances by fakes. */
  static install(): FakeSynthesis {
    const synthesis = new FakeSynthesis();
    vi.stubGlobal('speechSynthesis', synthesis);
    vi.stubGlobal('SpeechSynthesisUtterance', FakeUtterance);
    return synthesis;
  }

  get spoken(): { text: string; lang: string }[] {
    return this.utterances.map(({ text, lang }) => ({ text, lang }));
  }

  readonly texts = () => this.utterances.map(({ text }) => text);

  speak(utterance: SpeechSynthesisUtterance): void {
    if (utterance instanceof FakeUtterance) this.utterances.push(utterance);
  }

  start = () => this.utterances.at(-1)?.onstart?.();
  end = () => this.utterances.at(-1)?.onend?.();
  fail = (error: SpeechSynthesisErrorCode) => this.utterances.at(-1)?.onerror?.({ error });

  cancel(): void {
    this.cancels += 1;
  }
  getVoices = () => [];
  pause(): void {}
  resume(): void {}
}
