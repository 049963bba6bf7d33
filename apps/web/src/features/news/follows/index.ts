export { AthleteList } from './athlete-list.tsx';
export { FollowButton } from './follow-button.tsx';
export { FollowCounts } from './follow-counts.tsx';
export { SocialStats } from './social-stats.tsx';
