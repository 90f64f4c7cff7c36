import { findWorkflowQuotaSettings, saveBillingMode, saveGrant, subscriptions, type WorkflowQuotaSettings } from '@portage/database';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { api, database, type Person, signedInPerson } from '../../test/api.ts';
import {
  bringAll,
  buy,
  confirm,
  findCustomerId,
  forgetProducts,
  isValid,
  listInvoices,
  look,
  readSubscription,
  statusAtStripe,
  subscriber,
} from '../../test/billing-people.ts';
import { advance, atStripe, CARDS, eventCount, inPortal, PRICES, payAt, type StripePage } from '../../test/stripe.ts';

const TRIAL_DAYS = 14;
const BUSINESS = 'products/prod_PortageBusiness';

beforeAll(() => saveBillingMode(database(), 'simulated', new Date()));
afterEach(async () => {
  await atStripe('PATCH settings/account', { afterFailedRetries: 'canceled', trialEndsWithoutCard: 'create_invoice' });
  await atStripe(`PATCH ${BUSINESS}`, { metadata: { maxRunsPerDay: 'unlimited' } });
});

/** Moves Stripe's clock on; only the signed events tell Portage. */
async function passDays(person: Person, days: number): Promise<void> {
  const since = await eventCount();
  await advance(days);
  const statuses = await bringAll(person, since);
  expect(new Set(statuses)).toEqual(new Set([200]));
}

async function changeRecord(person: Person, id: string, fields: object): Promise<void> {
  const since = await eventCount();
  await atStripe(`PATCH subscriptions/${id}`, fields);
  expect(await bringAll(person, since)).toEqual([200]);
}

async function unpaidPerson(): Promise<Person> {
  await atStripe('PATCH settings/account', { afterFailedRetries: 'unpaid' });
  const person = await subscriber(PRICES.starter, { workflowQuotaSettings: { maxWorkflowInstancesPerDay: 5 } });
  await inPortal(person.token, { action: 'card', card: CARDS.failsLater });
  await passDays(person, 31);
  expect((await readSubscription(person)).status).toBe('past_due');
  await passDays(person, 16);
  return person;
}

describe('unpaid, after the last failed payment try', () => {
  test('access ends at once, with the plan’s quotas, and no product is the active one', async () => {
    const person = await unpaidPerson();
    expect([await isValid(person), (await readSubscription(person)).status]).toEqual([false, 'unpaid']);
    expect(await findWorkflowQuotaSettings(database(), person.row.id)).toEqual({ maxWorkflowInstancesPerDay: 5 });
    expect(await look(person)).toMatchObject({ priceId: null, liveCount: 0, hasPortal: true, subscription: { isValid: false } });
    const { user } = (await api('GET /api/users/me', { token: person.token })).body;
    expect(user.billingDetails).toMatchObject({ subscriptionStatus: 'unpaid', isValid: false });
  });

  test('the way back: the newest open invoice, paid in the portal', async () => {
    const person = await unpaidPerson();
    const { id } = await readSubscription(person);
    await passDays(person, 31);
    const [newest, ...older] = (await listInvoices(id)).filter(({ status }) => status === 'open');
    expect(older.length).toBeGreaterThan(0);
    await inPortal(person.token, { action: 'card', card: CARDS.good });
    const since = await eventCount();
    await inPortal(person.token, { action: 'pay', invoice: newest?.id ?? '' });
    await bringAll(person, since);
    expect([await isValid(person), (await readSubscription(person)).status]).toEqual([true, 'active']);
  });

  test('the other way back: the person buys the same product again, and the unpaid subscription ends', async () => {
    const person = await unpaidPerson();
    const { id } = await readSubscription(person);
    const { body } = await buy(person);
    expect([body.sessionId.slice(0, 3), await statusAtStripe(id)]).toEqual(['cs_', 'canceled']);
    await payAt(body.redirectUrl);
    expect((await confirm(person, body.sessionId)).body.isSuccess).toBe(true);
    expect(await look(person)).toMatchObject({ priceId: PRICES.starter, liveCount: 1, subscription: { status: 'active' } });
  });
});

describe('a plan that no longer counts', () => {
  const at = (days: number) => new Date(Date.now() + days * 86_400_000);

  async function limitsAfter(own: WorkflowQuotaSettings, plan: WorkflowQuotaSettings, status = 'unpaid'): Promise<unknown> {
    const { row } = await signedInPerson({ workflowQuotaSettings: own });
    const ids = { id: crypto.randomUUID(), userId: row.id, customerId: crypto.randomUUID(), priceId: 'price', productId: 'product' };
    const times = { currentPeriodEnd: at(-1), createdAt: at(-40), endsAt: status === 'canceled' ? at(-1) : null };
    await database()
      .insert(subscriptions)
      .values({ ...ids, ...times, mode: 'simulated', status, productName: 'Plan', quotas: plan });
    return findWorkflowQuotaSettings(database(), row.id);
  }

  test.each(['unpaid', 'canceled', 'paused', 'past_due'])(
    '(%s) lifts no limit: the lower limit of account and plan counts',
    async (status) => {
      expect(await limitsAfter({}, { maxWorkflowInstancesPerDay: 1000 }, status)).toEqual({ maxWorkflowInstancesPerDay: 1000 });
      const [low, high] = [{ maxWorkflowInstancesPerDay: 5 }, { maxWorkflowInstancesPerDay: 5000 }];
      expect(await limitsAfter(low, { maxWorkflowInstancesPerDay: 1000 }, status)).toEqual(low);
      expect(await limitsAfter(high, { maxWorkflowInstancesPerDay: 1000 }, status)).toEqual({ maxWorkflowInstancesPerDay: 1000 });
      expect(await limitsAfter(low, { maxWorkflowInstancesPerDay: null }, status)).toEqual(low);
    },
  );

  test('was never one if the first payment didn’t arrive', async () => {
    expect(await limitsAfter({}, { maxWorkflowInstancesPerDay: 1000 }, 'incomplete')).toEqual({});
  });

  test('may have been granted; the next plan brings its own limits', async () => {
    const { row } = await signedInPerson();
    const grant = (days: number, quotas: WorkflowQuotaSettings) =>
      saveGrant(database(), {
        userId: row.id,
        priceId: null,
        productName: 'Gift',
        quotas,
        endsAt: at(days),
        grantedByUserId: row.id,
        grantedAt: at(-9),
      });
    await grant(-1, { maxWorkflowInstancesPerDay: 20 });
    expect(await findWorkflowQuotaSettings(database(), row.id)).toEqual({ maxWorkflowInstancesPerDay: 20 });
    await grant(1, { maxWorkflowInstancesPerDay: 3000 });
    expect(await findWorkflowQuotaSettings(database(), row.id)).toEqual({ maxWorkflowInstancesPerDay: 3000 });
  });
});

describe('a trial', () => {
  async function beginTrial(person: Person, card: string = CARDS.good): Promise<void> {
    await atStripe(`PATCH ${BUSINESS}`, { metadata: { trialDays: String(TRIAL_DAYS) } });
    await forgetProducts(person);
    const { body } = await buy(person, PRICES.business);
    expect((await atStripe<StripePage>(`GET ${body.redirectUrl}`)).text).toContain(`${TRIAL_DAYS} days free`);
    const since = await eventCount();
    await payAt(body.redirectUrl, card);
    await bringAll(person, since);
    expect((await confirm(person, body.sessionId)).body).toEqual({ isSuccess: true, errorMessage: null });
  }

  test('counts from its start, costs nothing until its end, and then continues with the card', async () => {
    const person = await signedInPerson();
    await beginTrial(person);
    const { id } = await readSubscription(person);
    expect([await isValid(person), (await readSubscription(person)).status]).toEqual([true, 'trialing']);
    expect((await listInvoices(id)).map(({ amount_due }) => amount_due)).toEqual([0]);
    await passDays(person, TRIAL_DAYS + 1);
    expect([await isValid(person), (await readSubscription(person)).status]).toEqual([true, 'active']);
    expect((await listInvoices(id)).map(({ amount_due }) => amount_due)).toEqual([29_900, 0]);
  });

  test('whose first payment fails has a grace period and then ends', async () => {
    const person = await signedInPerson();
    await beginTrial(person, CARDS.failsLater);
    await passDays(person, TRIAL_DAYS + 1);
    expect([await isValid(person), (await readSubscription(person)).status]).toEqual([true, 'past_due']);
    await passDays(person, 16);
    expect([await isValid(person), (await readSubscription(person)).status]).toEqual([false, 'canceled']);
  });

  test.each([
    ['create_invoice', 'past_due', true],
    ['cancel', 'canceled', false],
    ['pause', 'paused', false],
  ])('whose card was removed ends as Stripe is told (%s): %s', async (trialEndsWithoutCard, status, counts) => {
    await atStripe('PATCH settings/account', { trialEndsWithoutCard });
    const person = await signedInPerson();
    await beginTrial(person);
    await atStripe(`PATCH customers/${await findCustomerId(person)}`, { card: null });
    await passDays(person, TRIAL_DAYS + 1);
    expect([await isValid(person), (await readSubscription(person)).status]).toEqual([counts, status]);
  });

  test('that was ended counts until its last day, and nothing is charged', async () => {
    const person = await signedInPerson();
    await beginTrial(person);
    const { id } = await readSubscription(person);
    await inPortal(person.token, { action: 'cancel', subscription: id });
    expect(await look(person)).toMatchObject({ subscription: { status: 'trialing', isValid: true, endsAt: expect.any(String) } });
    await passDays(person, TRIAL_DAYS + 1);
    expect([await isValid(person), (await readSubscription(person)).status]).toEqual([false, 'canceled']);
    expect((await listInvoices(id)).map(({ amount_due }) => amount_due)).toEqual([0]);
  });

  test('is available once: not again after its end, nor with a new account with the same e-mail address', async () => {
    const [admin, person] = [await signedInPerson({ roles: ['ADMIN'] }), await signedInPerson()];
    const offered = async ({ token }: Person) =>
      (await api('GET /api/billing/stripe/get-products', { token })).body.products.map(({ trialDays }: { trialDays: number }) => trialDays);
    await atStripe(`PATCH ${BUSINESS}`, { metadata: { trialDays: String(TRIAL_DAYS) } });
    await forgetProducts(person);
    expect(await offered(person)).toEqual([0, 0, TRIAL_DAYS]);
    await beginTrial(person);
    const { id } = await readSubscription(person);
    await inPortal(person.token, { action: 'cancel', subscription: id });
    await passDays(person, TRIAL_DAYS + 1);
    expect(await offered(person)).toEqual([0, 0, 0]);
    const pageOf = async (one: Person) => (await atStripe<StripePage>(`GET ${(await buy(one, PRICES.business)).body.redirectUrl}`)).text;
    expect(await pageOf(person)).toContain('Subscribe to Business');
    await api(`DELETE /api/users/${person.row.id}`, { token: admin.token });
    const again = await signedInPerson({ email: person.row.email });
    expect(await pageOf(again)).toContain('Subscribe to Business');
  });

  test.each(['-3', '1.5', 'two weeks', '', '9999', '731'])('does not exist when the metadata says “%s”', async (trialDays) => {
    const person = await signedInPerson();
    await atStripe(`PATCH ${BUSINESS}`, { metadata: { trialDays } });
    await forgetProducts(person);
    const { body } = await buy(person, PRICES.business);
    expect((await atStripe<StripePage>(`GET ${body.redirectUrl}`)).text).toContain('Subscribe to Business');
  });
});

describe('other states', () => {
  test('paused gives nothing; a new subscription replaces it, and the paused one isn’t charged', async () => {
    const person = await subscriber();
    const { id } = await readSubscription(person);
    await changeRecord(person, id, { status: 'paused' });
    expect(await isValid(person)).toBe(false);
    expect(await look(person)).toMatchObject({ priceId: null, liveCount: 0, subscription: { status: 'paused' } });
    const { body } = await buy(person);
    expect(await statusAtStripe(id)).toBe('canceled');
    await payAt(body.redirectUrl);
    expect(await look(person)).toMatchObject({ priceId: PRICES.starter, liveCount: 1, subscription: { isValid: true } });
  });

  test('incomplete never counts; without its first payment it ends after 23 hours', async () => {
    const person = await subscriber();
    const { id } = await readSubscription(person);
    await changeRecord(person, id, { status: 'incomplete' });
    expect(await isValid(person)).toBe(false);
    await passDays(person, 1);
    expect([await statusAtStripe(id), await isValid(person)]).toEqual(['incomplete_expired', false]);
    expect(await look(person)).toMatchObject({ priceId: null, liveCount: 0, subscription: null });
    expect((await buy(person)).body.sessionId).toMatch(/^cs_/);
  });

  test('an incomplete one that is bought again ends: it can’t be paid in addition to the new one', async () => {
    const person = await subscriber();
    const { id } = await readSubscription(person);
    await changeRecord(person, id, { status: 'incomplete' });
    expect((await buy(person)).body.sessionId).toMatch(/^cs_/);
    expect(await statusAtStripe(id)).toBe('canceled');
  });

  test('past due is changed, not bought a second time', async () => {
    const person = await subscriber();
    const { id } = await readSubscription(person);
    await changeRecord(person, id, { status: 'past_due' });
    expect([await isValid(person), (await buy(person, PRICES.team)).body.sessionId.slice(0, 4)]).toEqual([true, 'bps_']);
  });
});
