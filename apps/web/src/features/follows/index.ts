export { blockedBy, useSetBlock } from './blocked.ts';
export { athleteById } from './api.ts';
export { AthleteLink } from './athlete-link.tsx';
export { AthleteList } from './athlete-list.tsx';
export { FollowButton } from './follow-button.tsx';
export { FollowCounts } from './follow-counts.tsx';
export { SocialStats } from './social-stats.tsx';
export { AthleteNotFound } from './athlete-not-found.tsx';
