import { Button } from '../../../../ui/button.tsx';
import { showErrorToast } from '../../../../ui/toast-store.ts';
import { browserSynthesis, notSpoken, speakerOf } from './speaker.ts';
import { setVoiceChoice, useVoiceChoice } from './voice-choice.ts';

/** Turns the voice of this device on and off. Browsers require a press before they speak. */
export function VoiceButton({ isRoomy }: { isRoomy: boolean }) {
  const choice = useVoiceChoice();
  const synthesis = browserSynthesis();
  // A voice that is on can always be turned off; while the athlete rows, there is no room for further controls.
  if (synthesis === null || (!isRoomy && !choice.isOn)) return null;

  async function toggle(speech: SpeechSynthesis) {
    const isOn = !choice.isOn;
    setVoiceChoice({ ...choice, isOn });
    if (!isOn) return speakerOf(speech).stop();
    if ((await speakerOf(speech).say('Voice on')) === 'failed') showErrorToast(notSpoken);
  }

  return (
    <Button
      size="touch"
      look="quiet"
      data-roomy={isRoomy || undefined}
      aria-label="Voice"
      aria-pressed={choice.isOn}
      onClick={() => void toggle(synthesis)}
    >
      <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
        <path
          d="M4 9.5v5h3.5L13 19V5L7.5 9.5z M16.5 8.5a5 5 0 0 1 0 7"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        {choice.isOn ? (
          <path
            d="M18.5 5.5a9 9 0 0 1 0 13"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
          />
        ) : (
          <path d="M3 3l18 18" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        )}
      </svg>
    </Button>
  );
}
