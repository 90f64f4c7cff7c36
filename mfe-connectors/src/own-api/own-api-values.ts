import type { CurlSecrets } from '@portage/connectors/curl';
import { type AskedField, type CallInput, type CallResponse, connectorFormType, requiredConnectorFields } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { type FieldRules, requiredMessage } from '@portage/ui';
import type { ConnectorType } from '../connectors/api-types.ts';

type ReadApi = CallResponse<Calls, 'POST /api/own-apis/read'>;
export type Proposal = NonNullable<ReadApi['proposal']>;
type SignIn = Proposal['signIns'][number];
type OwnApiBody = CallInput<Calls, 'POST /api/own-apis'>['body'];

/** A document that can be read, with what its commands said about the sign-in. */
export interface FoundApi {
  openApiDocument: ReadApi['openApiDocument'];
  proposal: Proposal;
  warnings: string[];
  secrets: CurlSecrets;
}

const SECRET_FIELDS = ['apiKey', 'username', 'password', 'clientId', 'clientSecret'] as const;
type CredentialField = (typeof SECRET_FIELDS)[number];

export interface OwnApiValues extends Record<CredentialField, string> {
  name: string;
  baseUrl: string;
  /** The id of a choice. */
  signIn: string;
  keyIn: 'bearer' | 'header' | 'query';
  keyName: string;
  authUrl: string;
  tokenUrl: string;
  scope: string;
  grantType: SignIn['grantType'];
  /** One per line. */
  allowedHosts: string;
  /** Empty: the address itself. */
  testPath: string;
}

export interface SignInChoice {
  id: string;
  label: string;
  signIn: SignIn;
}

const LABELS: Readonly<Record<SignIn['authorizationType'], string>> = {
  None: 'No sign-in',
  ApiKey: 'API key or token',
  Basic: 'User name and password',
  OAuth: 'OAuth 2 (sign in at the system)',
};
const ORDER = ['ApiKey', 'Basic', 'OAuth', 'None'] as const;
const GENERIC = { authParameters: [], authUrl: null, tokenUrl: null, scopes: [], grantType: 'authorization_code' } as const;

/** The document's ways to sign in, then the others: documents are often wrong about them. */
export function listSignInChoices({ signIns }: Pick<Proposal, 'signIns'>): SignInChoice[] {
  const others = ORDER.filter((type) => !signIns.some(({ authorizationType }) => authorizationType === type));
  const all = [
    ...signIns,
    ...others.map((authorizationType): SignIn => ({ ...GENERIC, authParameters: [], scopes: [], authorizationType })),
  ];
  return all.map((signIn, index) => ({ id: String(index), label: labelSignIn(signIn), signIn }));
}

function labelSignIn({ authorizationType, authParameters, grantType }: SignIn): string {
  if (authorizationType === 'OAuth' && grantType === 'client_credentials') return 'OAuth 2 (client credentials)';
  const names = authParameters.map(({ name }) => name).join(', ');
  return names === '' ? LABELS[authorizationType] : `${LABELS[authorizationType]} (${names})`;
}

export function startValues({ proposal, secrets }: FoundApi): OwnApiValues {
  const [choice] = listSignInChoices(proposal);
  const values: OwnApiValues = {
    ...{ name: proposal.title, baseUrl: fillServer(proposal.servers[0], {}), signIn: '', keyIn: 'bearer', keyName: '', authUrl: '' },
    ...{ tokenUrl: '', scope: '', grantType: 'authorization_code', allowedHosts: '', testPath: proposal.testPaths[0] ?? '' },
    ...{ apiKey: '', username: '', password: '', clientId: '', clientSecret: '' },
  };
  return choice ? { ...values, ...valuesForSignIn(choice), ...readSecrets(choice.signIn, secrets) } : values;
}

/** The values of an API that exists; its connectors have the credentials. */
export function valuesForType(found: FoundApi, type: ConnectorType): { values: OwnApiValues; found: FoundApi } {
  const { connection = {} } = type.additionalData;
  const { authorizationType } = type;
  const signIn: SignIn = {
    authorizationType:
      authorizationType === 'ApiKey' || authorizationType === 'Basic' || authorizationType === 'OAuth' ? authorizationType : 'None',
    authParameters: (connection.authParameters ?? []).flatMap((parameter) =>
      parameter.in === 'header' || parameter.in === 'query' ? [{ ...parameter, in: parameter.in }] : [],
    ),
    ...{ authUrl: type.authUrl, tokenUrl: type.tokenUrl, scopes: type.scope?.split(' ') ?? [] },
    grantType: connection.grantType ?? 'authorization_code',
  };
  const own = { ...found, proposal: { ...found.proposal, signIns: [signIn, ...found.proposal.signIns] } };
  const values = {
    ...startValues(own),
    ...{ name: type.name, baseUrl: type.baseUrl ?? '', testPath: connection.healthCheck?.path ?? '' },
    allowedHosts: (connection.allowedHosts ?? []).join('\n'),
  };
  return { values, found: own };
}

/** The fields that a way to sign in decides. */
export function valuesForSignIn({ id, signIn }: SignInChoice) {
  const [key] = signIn.authParameters;
  return {
    ...{ signIn: id, keyIn: key?.in ?? ('bearer' as const), keyName: key?.name ?? '', grantType: signIn.grantType },
    ...{ authUrl: signIn.authUrl ?? '', tokenUrl: signIn.tokenUrl ?? '', scope: signIn.scopes.join(' ') },
  };
}

function readSecrets({ authParameters }: SignIn, secrets: CurlSecrets): Partial<Record<CredentialField, string>> {
  switch (secrets.kind) {
    case 'none':
      return {};
    case 'bearer':
      return { apiKey: secrets.token };
    case 'basic':
      return { username: secrets.username, password: secrets.password };
    case 'keys':
      return Object.fromEntries(
        authParameters.flatMap(({ in: place, name, template }) => {
          const value = secrets.keys.find((key) => key.in === place && key.name === name)?.value;
          const field = SECRET_FIELDS.find((candidate) => template === `{${candidate}}`);
          return value !== undefined && field ? [[field, value]] : [];
        }),
      );
    default:
      return secrets satisfies never;
  }
}

/** A server's address with its variables filled in. */
export function fillServer(server: Proposal['servers'][number] | undefined, given: Readonly<Record<string, string>>): string {
  if (!server) return '';
  const values = new Map(server.variables.map(({ name, value }) => [name, given[name] ?? value]));
  return server.url.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => values.get(name) || whole);
}

/** What is sent for the connector type. No credential is part of it. */
export function buildTypeBody(values: OwnApiValues, found: FoundApi, { signIn }: SignInChoice): OwnApiBody {
  const isOAuth = signIn.authorizationType === 'OAuth';
  const authParameters = buildKeys(values, signIn);
  const allowedHosts = values.allowedHosts.split(/[\s,]+/).filter(Boolean);
  return {
    ...{ name: values.name.trim(), baseUrl: values.baseUrl.trim(), openApiDocument: found.openApiDocument },
    authorizationType: signIn.authorizationType,
    ...(isOAuth ? { authUrl: values.authUrl, tokenUrl: values.tokenUrl, scope: values.scope } : {}),
    connection: {
      ...(authParameters.length > 0 ? { authParameters } : {}),
      ...(allowedHosts.length > 0 ? { allowedHosts } : {}),
      ...(values.testPath ? { healthCheck: { method: 'GET' as const, path: values.testPath } } : {}),
      ...(isOAuth ? { grantType: values.grantType } : {}),
    },
  };
}

function buildKeys({ keyIn, keyName }: OwnApiValues, { authorizationType, authParameters }: SignIn): SignIn['authParameters'] {
  if (authorizationType !== 'ApiKey') return [];
  if (authParameters.length > 1) return authParameters;
  if (keyIn === 'bearer') return [];
  const [key] = authParameters;
  const isSame = key?.in === keyIn && key.name === keyName;
  return [{ in: keyIn, name: keyName.trim(), template: isSame ? key.template : '{apiKey}' }];
}

/** The fields that a connector of the API needs, as in every other form for connectors. */
export function listCredentialFields(
  values: OwnApiValues,
  found: FoundApi,
  choice: SignInChoice,
): (AskedField & { field: CredentialField })[] {
  const { baseUrl, authUrl = null, tokenUrl = null, authorizationType, connection = {} } = buildTypeBody(values, found, choice);
  const settings = { needSlug: false, baseUrl, sandboxBaseUrl: null, authUrl, tokenUrl, clientId: null, additionalData: { connection } };
  return requiredConnectorFields(connectorFormType(settings), authorizationType).flatMap((asked) => {
    const field = SECRET_FIELDS.find((candidate) => candidate === asked.field);
    return field ? [{ ...asked, field }] : [];
  });
}

export function buildConnectorBody(values: OwnApiValues, fields: readonly { field: CredentialField }[], choice: SignInChoice) {
  return {
    ...{ name: values.name.trim(), authorizationType: choice.signIn.authorizationType },
    ...Object.fromEntries(fields.map(({ field }) => [field, values[field]])),
  };
}

/** @param isExisting the API's connectors have their credentials, and none is made here */
export function buildRules(values: OwnApiValues, found: FoundApi, choice: SignInChoice, isExisting: boolean): FieldRules<OwnApiValues> {
  const need = (displayName: string, required = true) => ({ displayName, required, requiredMessage: requiredMessage(displayName) });
  const { authorizationType, authParameters } = choice.signIn;
  const isOAuth = authorizationType === 'OAuth';
  const hasOneKey = authorizationType === 'ApiKey' && authParameters.length < 2;
  const asked = isExisting ? [] : listCredentialFields(values, found, choice);
  return {
    name: need('Name'),
    baseUrl: { ...need('Address'), validate: checkAddress },
    keyName: need('Name of the key', hasOneKey && values.keyIn !== 'bearer'),
    authUrl: need('Authorization Url', isOAuth && values.grantType === 'authorization_code'),
    tokenUrl: need('Token Url', isOAuth),
    ...Object.fromEntries(asked.map(({ field, message }) => [field, { required: true, requiredMessage: message }])),
  };
}

function checkAddress(value: string): string | undefined {
  const missing = /\{([^{}]+)\}/.exec(value)?.[1];
  if (missing !== undefined) return `Replace {${missing}} with your value`;
  return URL.canParse(value.trim()) && /^https?:/i.test(value.trim()) ? undefined : 'Enter an address that begins with https://';
}
