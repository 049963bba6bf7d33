export { useClub } from './club-context.tsx';
export { clubByUrl, clubsOfUser, membershipsOfClub, membershipsOfUser, mergeMembership } from './api.ts';
export { invitationOf } from './invitations/api.ts';
export { InvitedClub } from './invitations/invited-club.tsx';
export { isAdmin, membershipInClub } from './membership.ts';
export { VisitedClub } from './visited-club.tsx';
export { YourClubs } from './your-clubs.tsx';
