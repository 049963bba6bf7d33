import { loadChunk } from '../../../lib/load-chunk.ts';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';

export const GoalForm = lazyPart({
  name: 'The form',
  load: async () => (await loadChunk(() => import('./goal-form.tsx'))).GoalForm,
});
