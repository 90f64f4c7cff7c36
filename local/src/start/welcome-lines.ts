import { PUBLISHED_ADMIN, PUBLISHED_DEMO } from '../seed/published-accounts.ts';
import type { Settings } from './settings.ts';

/** The next steps for a person, after the ready line. Passwords are shown only while they are the README's. */
export function welcomeLines({ admin, demoPassword, simulate }: Settings, origin: string): string[] {
  const accounts = [
    demoPassword === PUBLISHED_DEMO.password ? `${PUBLISHED_DEMO.email} / ${demoPassword}` : PUBLISHED_DEMO.email,
    admin.password === PUBLISHED_ADMIN.password ? `${admin.email} / ${admin.password} (admin)` : `${admin.email} (admin)`,
  ];
  return [
    `  Sign in    ${accounts.join('   ')}`,
    `  Mail       ${origin}/local/outbox`,
    ...(simulate.length > 0 ? [`  Simulated  ${simulate.join(', ')}: their real addresses are answered on this machine`] : []),
    '  Stop       Ctrl-C',
  ];
}
