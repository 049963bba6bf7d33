import { useState } from 'react';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { Button } from '../../../ui/button.tsx';
import { focusPageOf } from '../../../ui/focus-page.ts';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import { Loading } from '../../../ui/states.tsx';

const Choices = lazyPart({
  name: 'The settings of the voice',
  load: async () => (await loadChunk(() => import('./voice-settings.tsx'))).VoiceSettings,
  waiting: <Loading label="Loading the settings of the voice" />,
});

/** Loads when it is asked for: all sections of the page are open at first. */
export function VoiceSettings() {
  const [isAsked, setIsAsked] = useState(false);
  if (isAsked) return <Choices />;
  return (
    <div>
      <Button
        onClick={(event) => {
          focusPageOf(event.currentTarget);
          setIsAsked(true);
        }}
      >
        Choose what is spoken
      </Button>
    </div>
  );
}
