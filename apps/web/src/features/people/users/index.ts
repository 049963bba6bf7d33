export { athleteById } from './api.ts';
export { AthleteLink } from './athlete-link.tsx';
export { AthleteNotFound } from './athlete-not-found.tsx';
export { blockedBy, useSetBlock } from './blocked.ts';
