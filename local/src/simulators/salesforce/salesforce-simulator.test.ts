import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openDocumentedSystem } from '../testing/document-calls.ts';
import { testPorts } from '../testing.ts';
import { createSalesforceSimulator, type SalesforceSettings } from './salesforce-simulator.ts';
import { parseSoql } from './soql.ts';

function openOrg(settings: Partial<SalesforceSettings> = {}) {
  let nowMs = Date.UTC(2026, 10, 21);
  const {
    answer: system,
    signIn,
    entities,
  } = createSalesforceSimulator(
    testPorts(() => nowMs),
    settings,
  );
  const call = async (method: string, path: string, body: object | null = null, token = 'portage-demo') => {
    const answer = await system({
      method,
      url: new URL(path, 'https://portage-demo.my.salesforce.com'),
      header: (name) => (name === 'authorization' ? `Bearer ${token}` : null),
      body: body === null ? '' : JSON.stringify(body),
    });
    return { status: answer.status, usage: answer.headers['sforce-limit-info'], body: answer.body === '' ? null : JSON.parse(answer.body) };
  };
  const query = (soql: string) => call('GET', `/services/data/v62.0/query?q=${encodeURIComponent(soql)}`);
  const create = async (object: string, fields: object): Promise<string> =>
    (await call('POST', `/services/data/v62.0/sobjects/${object}`, fields)).body.id;
  const fill = (object: string, count: number) => {
    for (let made = 0; made < count; made += 1) entities.find(({ name }) => name === object)?.make?.();
  };
  return { call, query, create, signIn, fill, pass: (ms: number) => (nowMs += ms) };
}

describe('the simulated Salesforce', () => {
  test('links batches by nextRecordsUrl', async () => {
    const { call, query, create } = openOrg({ batchSize: 2 });
    for (let index = 0; index < 5; index += 1) await create('Contact', { LastName: `Contact ${index}` });
    const names: string[] = [];
    let page = (await query('SELECT Id, LastName FROM Contact ORDER BY LastName DESC')).body;
    expect(page).toMatchObject({
      totalSize: 5,
      done: false,
      nextRecordsUrl: expect.stringMatching(/^\/services\/data\/v62\.0\/query\/01g\w+-2$/),
    });
    for (;;) {
      names.push(...page.records.map(({ LastName }: { LastName: string }) => LastName));
      if (page.done) break;
      page = (await call('GET', page.nextRecordsUrl)).body;
    }
    expect(names).toEqual(['Contact 4', 'Contact 3', 'Contact 2', 'Contact 1', 'Contact 0']);
    expect(page.nextRecordsUrl).toBeUndefined();
  });

  test('finds by conditions, across relations, and by changes since a time', async () => {
    const { call, query, create, pass } = openOrg();
    const campaign = await create('Campaign', { Name: "Ada's fair" });
    const lead = await create('Lead', { LastName: 'Lovelace', Company: 'Engines', Email: 'ada@example.com' });
    await create('CampaignMember', { CampaignId: campaign, LeadId: lead, Status: 'Sent' });
    const members = await query(
      `SELECT Id, Status, Lead.Email, Campaign.Name FROM CampaignMember WHERE CampaignId = '${campaign}' AND Lead.Email LIKE '%@EXAMPLE.com'`,
    );
    expect(members.body.records).toMatchObject([
      { attributes: { type: 'CampaignMember' }, Status: 'Sent', Lead: { Email: 'ada@example.com' }, Campaign: { Name: "Ada's fair" } },
    ]);
    expect((await query("SELECT Id FROM Campaign WHERE Name = 'Ada\\'s fair'")).body.totalSize).toBe(1);
    pass(60_000);
    expect((await query('SELECT Id FROM Lead WHERE SystemModstamp >= 2026-11-21T00:00:30.000Z')).body.totalSize).toBe(0);
    expect((await call('PATCH', `/services/data/v62.0/sobjects/Lead/${lead}`, { Status: 'Working' })).status).toBe(204);
    expect((await query('SELECT Id FROM Lead WHERE SystemModstamp >= 2026-11-21T00:00:30.000Z')).body.totalSize).toBe(1);
  });

  test('finds by another query’s records, and a member shows its lead’s current values', async () => {
    const { call, query, create } = openOrg();
    const [won, open] = [await create('Account', { Name: 'Won' }), await create('Account', { Name: 'Open' })];
    await create('Opportunity', { Name: 'A', AccountId: won, StageName: 'Closed Won', CloseDate: '2026-12-31' });
    const deal = await create('Opportunity', { Name: 'B', AccountId: open, StageName: 'Prospecting', CloseDate: '2026-12-31' });
    const customers = 'SELECT Name FROM Account WHERE Id IN (SELECT AccountId FROM Opportunity WHERE IsWon = true) ORDER BY Id';
    expect((await query(customers)).body.records).toMatchObject([{ Name: 'Won' }]);
    await call('PATCH', `/services/data/v62.0/sobjects/Opportunity/${deal}`, { StageName: 'Closed Won' });
    expect((await query(customers)).body.records).toMatchObject([{ Name: 'Won' }, { Name: 'Open' }]);
    const campaign = await create('Campaign', { Name: 'Fair' });
    const lead = await create('Lead', { LastName: 'Lovelace', Company: 'Engines', Email: 'ada@example.com' });
    await create('CampaignMember', { CampaignId: campaign, LeadId: lead, Status: 'Responded' });
    await call('PATCH', `/services/data/v62.0/sobjects/Lead/${lead}`, { Email: 'countess@example.com' });
    const members = await query('SELECT Email, CompanyOrAccount, HasResponded FROM CampaignMember');
    expect(members.body.records).toMatchObject([{ Email: 'countess@example.com', CompanyOrAccount: 'Engines', HasResponded: true }]);
  });

  test('creates or updates by an external id', async () => {
    const { call, query } = openOrg();
    const path = '/services/data/v62.0/sobjects/Contact/Shop_Id__c/7';
    expect(await call('PATCH', path, { LastName: 'Hopper' })).toMatchObject({ status: 201, body: { success: true } });
    expect(await call('PATCH', path, { LastName: 'Murray' })).toMatchObject({ status: 200, body: { created: false } });
    expect((await query("SELECT LastName FROM Contact WHERE Shop_Id__c = '7'")).body.records).toMatchObject([{ LastName: 'Murray' }]);
  });

  test('reads many members by their ids, and finds a campaign’s members by their leads', async () => {
    const { query, create } = openOrg();
    const spring = await create('Campaign', { Name: 'Spring' });
    const autumn = await create('Campaign', { Name: 'Autumn' });
    const lead = await create('Lead', { LastName: 'Lovelace', Company: 'Analytical' });
    const other = await create('Lead', { LastName: 'Hopper', Company: 'Navy' });
    const member = (CampaignId: string, LeadId: string) => create('CampaignMember', { CampaignId, LeadId });
    const ids = [await member(spring, lead), await member(autumn, lead), await member(spring, other)];
    const idsOf = async (where: string) => {
      const { body } = await query(`SELECT Id FROM CampaignMember WHERE ${where}`);
      return body.records.map(({ Id }: { Id: string }) => Id).toSorted();
    };
    expect(await idsOf(`Id IN ('${ids[0]}', '${ids[1]}', '00vgone')`)).toEqual([ids[0], ids[1]].toSorted());
    expect(await idsOf(`CampaignId = '${spring}' AND LeadId IN ('${lead}', '${other}')`)).toEqual([ids[0], ids[2]].toSorted());
  });

  test('accepts many records in one call, reports each in order, and counts one call', async () => {
    const { call, query, create } = openOrg();
    const collection = '/services/data/v62.0/composite/sobjects';
    const contact = (fields: object) => ({ attributes: { type: 'Contact' }, ...fields });
    const made = await call('POST', collection, {
      allOrNone: false,
      records: [contact({ LastName: 'Lovelace' }), contact({ FirstName: 'Ada' }), contact({ LastName: 'Hopper', id: '003' })],
    });
    expect(made).toMatchObject({ status: 200, usage: 'api-usage=1/100000' });
    expect(made.body).toEqual([
      { id: expect.stringMatching(/^003/), success: true, errors: [] },
      {
        success: false,
        errors: [{ statusCode: 'REQUIRED_FIELD_MISSING', message: 'Required fields are missing: [LastName]', fields: ['LastName'] }],
      },
      {
        success: false,
        errors: [{ statusCode: 'INVALID_FIELD_FOR_INSERT_UPDATE', message: 'cannot specify Id in an insert call', fields: ['Id'] }],
      },
    ]);
    const [{ id }] = made.body;
    const changed = await call('PATCH', collection, {
      records: [contact({ id, Title: 'Countess' }), contact({ id: '003gone' }), contact({})],
    });
    expect(changed.body).toMatchObject([
      { id, success: true },
      { success: false, errors: [{ statusCode: 'INVALID_CROSS_REFERENCE_KEY' }] },
      { success: false, errors: [{ statusCode: 'MISSING_ARGUMENT' }] },
    ]);
    expect((await query('SELECT LastName, Title FROM Contact')).body.records).toMatchObject([{ LastName: 'Lovelace', Title: 'Countess' }]);

    const account = await create('Account', { Name: 'Old' });
    const allOrNone = await call('PATCH', collection, {
      allOrNone: true,
      records: [{ attributes: { type: 'Account' }, id: account, Name: 'New' }, contact({ id: '003gone' })],
    });
    expect(allOrNone.body[0]).toMatchObject({ success: false, errors: [{ statusCode: 'ALL_OR_NONE_OPERATION_ROLLED_BACK' }] });
    expect((await query('SELECT Name FROM Account')).body.records).toMatchObject([{ Name: 'Old' }]);
  });

  test('refuses a call with more records than Salesforce accepts, or without their types', async () => {
    const { call } = openOrg();
    const records = (count: number, attributes: object) => Array.from({ length: count }, () => ({ attributes, LastName: 'A' }));
    for (const [body, errorCode] of [
      [{ records: records(201, { type: 'Contact' }) }, 'EXCEEDED_ID_LIMIT'],
      [{ records: records(1, {}) }, 'INVALID_TYPE'],
      [{ records: 'all' }, 'JSON_PARSER_ERROR'],
    ] as const) {
      expect(await call('POST', '/services/data/v62.0/composite/sobjects', body)).toMatchObject({ status: 400, body: [{ errorCode }] });
    }
  });

  test('has a campaign from the start, which event playbooks ask for', async () => {
    const { query } = openOrg();
    expect((await query('SELECT Name FROM Campaign')).body.records).toMatchObject([{ Name: 'Spring fair' }]);
  });

  test.each([1, 2, 3])('spreads filled members over the %i campaigns besides the first', async (campaigns) => {
    const { query, fill } = openOrg();
    fill('Campaign', campaigns);
    fill('CampaignMember', 12);
    const { records } = (await query('SELECT CampaignId FROM CampaignMember')).body;
    expect(new Set(records.map(({ CampaignId }: { CampaignId: string }) => CampaignId)).size).toBe(campaigns + 1);
  });

  test('reports its quota on every response, and refuses with 403 when it is used up', async () => {
    const { call, query } = openOrg({ dailyLimit: 2 });
    expect((await query('SELECT Id FROM Account')).usage).toBe('api-usage=1/2');
    await query('SELECT Id FROM Account');
    expect(await call('GET', '/services/data/v62.0/sobjects')).toMatchObject({
      status: 403,
      usage: 'api-usage=2/2',
      body: [{ errorCode: 'REQUEST_LIMIT_EXCEEDED' }],
    });
  });

  test('reports problems in a list of errors', async () => {
    const { call, query } = openOrg();
    expect(await call('POST', '/services/data/v62.0/sobjects/Lead', { LastName: 'A' })).toMatchObject({
      status: 400,
      body: [{ errorCode: 'REQUIRED_FIELD_MISSING', message: 'Required fields are missing: [Company]', fields: ['Company'] }],
    });
    expect(await query('SELECT FROM Lead')).toMatchObject({ status: 400, body: [{ errorCode: 'MALFORMED_QUERY' }] });
    expect(await query('SELECT Id FROM Nothing')).toMatchObject({ status: 400, body: [{ errorCode: 'INVALID_TYPE' }] });
    expect(await call('GET', '/services/data/v62.0/sobjects/Lead/00Q1')).toMatchObject({ status: 404 });
    expect(await call('GET', '/services/data/v62.0/limits', null, 'old')).toMatchObject({
      status: 401,
      body: [{ errorCode: 'INVALID_SESSION_ID' }],
    });
  });

  test('issues tokens that name the org’s address, for the app’s credentials and for one code', async () => {
    const { call, signIn } = openOrg({ instanceUrl: 'https://org.example' });
    const app = { client_id: 'portage-demo', client_secret: 'portage-demo' };
    const token = async (fields: object) => (await call('POST', '/services/oauth2/token', fields)).body;
    const given = { access_token: 'portage-demo', instance_url: 'https://org.example' };
    expect(await token({ grant_type: 'client_credentials', ...app })).toMatchObject(given);
    expect(await token({ grant_type: 'client_credentials', ...app, client_secret: 'other' })).toMatchObject({ error: 'invalid_client' });
    const redirect_uri = 'http://localhost:8080/api/connectors/callback';
    const verifier = 'v'.repeat(43);
    const code_challenge = createHash('sha256').update(verifier).digest('base64url');
    const question = new URLSearchParams({ client_id: 'portage-demo', redirect_uri, code_challenge });
    const { code } = signIn?.allow(question, 'login.salesforce.com') ?? {};
    const grant = { grant_type: 'authorization_code', redirect_uri, code, code_verifier: verifier, ...app };
    expect(await token({ ...grant, code: 'other' })).toMatchObject({ error: 'invalid_grant' });
    const first = await token(grant);
    expect(first).toMatchObject(given);
    expect(await token(grant)).toMatchObject({ error: 'invalid_grant' });
    expect(await token({ grant_type: 'refresh_token', refresh_token: first.refresh_token, ...app })).toMatchObject(given);
    const second = signIn?.allow(question, 'login.salesforce.com') ?? {};
    expect(await token({ ...grant, code: second.code, code_verifier: 'another' })).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('SOQL', () => {
  test('is read with lists, dates and nulls', () => {
    expect(
      parseSoql("select Id from Lead where Status in ('Open', 'New') and Email != null and CreatedDate > 2026-01-01T00:00:00Z limit 5"),
    ).toEqual({
      fields: ['Id'],
      object: 'Lead',
      conditions: [
        { field: 'Status', operator: 'IN', values: ['Open', 'New'] },
        { field: 'Email', operator: '!=', values: [null] },
        { field: 'CreatedDate', operator: '>', values: ['2026-01-01T00:00:00Z'] },
      ],
      orderBy: [],
      limit: 5,
      isCount: false,
    });
    for (const wrong of ['SELECT Id', "SELECT Id FROM Lead WHERE Name = 'open", 'SELECT Id FROM Lead nonsense'])
      expect(() => parseSoql(wrong)).toThrow();
  });
});

const VERSION = '/services/data/v62.0';
const openDocumented = () =>
  openDocumentedSystem('salesforce', {
    baseUrl: 'https://portage-demo.my.salesforce.com',
    headers: { Authorization: 'Bearer portage-demo' },
  });

describe('the simulated Salesforce and the document of its connector type', () => {
  test('every operation of the document works', async () => {
    const { read, call, untried } = await openDocumented();
    const create = async (object: string, body: object) => (await read(`POST ${VERSION}/sobjects/${object}`, { body })).id as string;
    const account = await create('Account', { Name: 'Harbour Foods' });
    const contact = await create('Contact', { LastName: 'Hopper', AccountId: account });
    const lead = await create('Lead', { LastName: 'Lovelace', Company: 'Engines' });
    const campaign = await create('Campaign', { Name: 'Fair' });
    const member = await create('CampaignMember', { CampaignId: campaign, LeadId: lead, Status: 'Sent' });
    const opportunity = await create('Opportunity', { Name: 'Deal', AccountId: account, StageName: 'Closed Won', CloseDate: '2026-12-01' });
    const product = await create('Product2', { Name: 'Mug', ProductCode: 'MUG-01' });
    const books = (await read(`GET ${VERSION}/query`, { query: { q: 'SELECT Id, IsStandard FROM Pricebook2 ORDER BY Name' } })).records;
    const [standard, wholesale] = books.map(({ Id }: { Id: string }) => Id);
    const early = { Pricebook2Id: wholesale, Product2Id: product, UnitPrice: 9 };
    const refused = await call(`POST ${VERSION}/sobjects/PricebookEntry`, { body: early });
    expect(refused).toMatchObject({ status: 400, body: [{ errorCode: 'STANDARD_PRICE_NOT_DEFINED' }] });
    const price = await create('PricebookEntry', { Pricebook2Id: standard, Product2Id: product, UnitPrice: 10 });
    await create('PricebookEntry', early);
    expect((await call(`POST ${VERSION}/sobjects/PricebookEntry`, { body: early })).body).toMatchObject([{ errorCode: 'DUPLICATE_VALUE' }]);
    const line = await create('OpportunityLineItem', { OpportunityId: opportunity, PricebookEntryId: price, Quantity: 3 });
    const any = (object: string, id?: string) => ({ path: { object, ...(id ? { id } : {}) } });
    await read(`POST ${VERSION}/sobjects/{object}`, {
      ...any('OpportunityLineItemSchedule'),
      body: { OpportunityLineItemId: line, ScheduleDate: '2026-12-01', Type: 'Revenue', Revenue: 15 },
    });
    await create('Order', { AccountId: account, EffectiveDate: '2026-12-01', Status: 'Draft' });
    const ids = {
      Account: account,
      Contact: contact,
      Lead: lead,
      CampaignMember: member,
      Opportunity: opportunity,
      Product2: product,
      PricebookEntry: price,
    };
    for (const [object, id] of Object.entries(ids)) {
      expect((await call(`PATCH ${VERSION}/sobjects/${object}/{id}`, { path: { id }, body: {} })).status, object).toBe(204);
    }
    const schedules = await read(`GET ${VERSION}/query#OpportunityLineItemSchedule`, {
      query: {
        q: "SELECT Id, OpportunityLineItem.Name, OpportunityLineItem.TotalPrice, OpportunityLineItem.Opportunity.Account.Name FROM OpportunityLineItemSchedule WHERE OpportunityLineItem.Opportunity.StageName = 'Closed Won'",
      },
    });
    expect(schedules.records).toMatchObject([
      {
        OpportunityLineItem: {
          Name: 'Deal Mug',
          TotalPrice: 30,
          Opportunity: { attributes: { type: 'Opportunity' }, Account: { Name: 'Harbour Foods' } },
        },
      },
    ]);
    const objects = [
      'Account',
      'Contact',
      'Lead',
      'Campaign',
      'CampaignMember',
      'Opportunity',
      'OpportunityLineItem',
      'Product2',
      'Pricebook2',
      'PricebookEntry',
      'Order',
    ];
    for (const object of objects)
      expect((await read(`GET ${VERSION}/query#${object}`, { query: { q: `SELECT Id FROM ${object}` } })).totalSize).toBeGreaterThan(0);
    await read(`PATCH ${VERSION}/sobjects/{object}/{id}`, { ...any('Contact', contact), body: { Title: 'Admiral' } });
    expect(await read(`GET ${VERSION}/sobjects/{object}/{id}`, any('Contact', contact))).toMatchObject({
      Name: 'Hopper',
      Title: 'Admiral',
    });
    await read(`PATCH ${VERSION}/sobjects/{object}/{field}/{value}`, {
      path: { object: 'Contact', field: 'Erp__c', value: '7' },
      body: { LastName: 'Ray' },
    });
    const records = [{ attributes: { type: 'Contact' }, LastName: 'Lamarr' }];
    const [several] = await read(`POST ${VERSION}/composite/sobjects`, { body: { records } });
    await read(`PATCH ${VERSION}/composite/sobjects`, { body: { records: [{ ...records[0], id: several.id, Title: 'Inventor' }] } });
    await read(`GET ${VERSION}/sobjects/{object}/describe`, any('Contact'));
    await read(`GET ${VERSION}/sobjects`);
    expect((await read(`GET ${VERSION}/connect/organization`)).features.defaultCurrencyIsoCode).toBe('USD');
    expect((await call(`DELETE ${VERSION}/sobjects/{object}/{id}`, any('Contact', contact))).status).toBe(204);
    expect(untried()).toEqual([]);
  });

  test('a sync reads and finds everything the document says about its entities', async () => {
    const { readEntities, fill } = await openDocumented();
    for (const object of ['CampaignMember', 'OpportunityLineItemSchedule', 'Contact', 'Order']) fill(object, 3);
    const counts = await readEntities({ campaignId: '701000000000000001' });
    expect(counts).toMatchObject({ OpportunitySchedules: 3, Contacts: 3, Orders: 3, PriceBooks: 2 });
  });

  test('a page costs the same among many records as among few', async () => {
    const { read, fill, system } = await openDocumented();
    system.limits.isOff = true;
    const pageMs = async () => {
      const times: number[] = [];
      for (let page = 0; page < 15; page += 1) {
        const from = performance.now();
        await read(`GET ${VERSION}/query#Lead`, { query: { q: 'SELECT Id, LastName, Email FROM Lead ORDER BY SystemModstamp, Id' } });
        times.push(performance.now() - from);
      }
      return Math.min(...times);
    };
    fill('Lead', 2_000);
    const few = await pageMs();
    fill('Lead', 28_000);
    // Fifteen times as many records; a page has 2,000.
    expect(await pageMs()).toBeLessThan(few * 4);
    const found = await read(`GET ${VERSION}/query#Lead`, {
      query: { q: "SELECT Id FROM Lead WHERE Email = 'ada.lovelace.0@example.com'" },
    });
    expect(found.totalSize).toBe(1);
  });
});
