import { nth, sampleCompany, samplePerson } from '../sample-words.ts';
import { HOUR_MS, NO_REGISTRATION, type ZoomAccount } from './zoom-account.ts';
import type { Gathering, GatheringKind, Registrant } from './zoom-records.ts';

const TOPICS = ['Product tour', 'Buying well', 'Quarterly review', 'Onboarding', 'Meet the makers'];

/** An account with a past and a future meeting and webinar, with people. */
export function setUpAccount(account: ZoomAccount): void {
  account.addUser(account.nextNumber());
  account.addUser(account.nextNumber());
  for (const kind of ['meeting', 'webinar'] as const) {
    for (const hours of [-48, 72]) {
      const gathering = makeGathering(account, kind, hours, 0);
      for (let made = 0; made < 3; made += 1) makeRegistrant(account, kind, gathering);
      if (account.isPast(gathering)) for (let made = 0; made < 2; made += 1) makeParticipant(account, kind);
    }
  }
}

export function makeGathering(account: ZoomAccount, kind: GatheringKind, hours: number, approval_type: number): Gathering {
  const number = account.nextNumber();
  return account.addGathering(kind, account.user('me'), {
    topic: `${nth(TOPICS, number)} ${number}`,
    start_time: account.time(account.now() + hours * HOUR_MS),
    settings: { approval_type, auto_recording: hours < 0 ? 'cloud' : 'none' },
  });
}

export function makeRegistrant(account: ZoomAccount, kind: GatheringKind, of?: Gathering): Registrant {
  const number = account.nextNumber();
  const open = account.gatherings[kind].all().filter(({ settings }) => settings.approval_type !== NO_REGISTRATION);
  const gathering = of ?? (open.length > 0 ? nth(open, number) : makeGathering(account, kind, 72, 0));
  const { firstName, lastName, email, phone, jobTitle } = samplePerson(number);
  const fields = { email, first_name: firstName, last_name: lastName, org: sampleCompany(number), job_title: jobTitle, phone };
  return account.register(kind, gathering, fields);
}

export function makeParticipant(account: ZoomAccount, kind: GatheringKind): void {
  const number = account.nextNumber();
  const past = account.gatherings[kind].all().filter(account.isPast);
  const gathering = past.length > 0 ? nth(past, number) : makeGathering(account, kind, -48, 0);
  const registered = account.registrantsOf(String(gathering.id));
  account.attend(gathering, registered.length > 0 ? nth(registered, number) : null, number);
}
