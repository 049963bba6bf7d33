import { useSyncExternalStore } from 'react';
import { Button } from '../../../../ui/button.tsx';

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};
/** False on an iPhone, which has no full screen for pages. */
const isOffered = () => document.fullscreenEnabled && document.fullscreenElement === null;

/** Offers the full screen if the browser has one; the browser's own gesture leaves it. */
export function FullScreenButton() {
  const isShown = useSyncExternalStore(subscribe, isOffered);
  if (!isShown) return null;
  const enter = () => {
    document.documentElement.requestFullscreen().catch((error: unknown) => {
      console.info('The browser refuses the full screen', error);
    });
  };
  return (
    <Button size="touch" look="quiet" data-roomy aria-label="Full screen" onClick={enter}>
      <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
        <path
          d="M3 9V3h6M15 3h6v6M21 15v6h-6M9 21H3v-6"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </Button>
  );
}
