/** A document with a field of every kind, for the forms of connector operations. */
export const sampleDocument = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  tags: [
    { name: 'Orders', description: 'What customers bought' },
    { name: 'Stores', description: 'Where they bought it' },
  ],
  paths: {
    '/orders': {
      get: {
        tags: ['Orders'],
        summary: 'List orders',
        parameters: [
          { name: 'status', in: 'query', schema: { type: 'string', enum: ['open', 'paid', 'shipped'] } },
          { name: 'created[gte]', in: 'query', schema: { type: 'string', format: 'date-time' } },
          { name: 'page', in: 'query', schema: { type: 'integer' } },
        ],
        responses: {
          '200': { description: 'ok', content: { 'application/json': { schema: { type: 'array', items: { type: 'object' } } } } },
        },
      },
      post: {
        tags: ['Orders'],
        summary: 'Create order',
        description: 'Creates an order and reserves its stock.',
        parameters: [{ name: 'Prefer', in: 'header', schema: { type: 'string', 'x-advanced': true } }],
        requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/NewOrder' } } } },
        responses: { '201': { description: 'created' } },
      },
    },
    '/orders/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      delete: { tags: ['Orders'], summary: 'Delete order', responses: { '204': { description: 'gone' } } },
    },
    '/documents': {
      post: {
        tags: ['Documents'],
        operationId: 'uploadDocument',
        summary:
          '**Looking for pictures?** We recommend [Pictures](https://shop.example/pictures) for them, which makes smaller ones by itself and serves them.',
        requestBody: {
          content: {
            'application/json': { schema: { type: 'object', required: ['url'], properties: { url: { type: 'string' } } } },
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['file', 'purpose'],
                properties: {
                  title: { type: 'string' },
                  language: {
                    type: 'string',
                    description:
                      'Three-letter [ISO code](https://www.iso.org/iso-639.html) of the language.<br />It decides how the text is read, and which words are left out of the index. Texts without one are read as English. The last word of this description is **zebra**.',
                  },
                  purpose: { type: 'string' },
                  file: { type: 'string', format: 'binary', description: 'The document itself.' },
                },
              },
            },
          },
        },
        responses: { '201': { description: 'created' } },
      },
    },
    '/stores': {
      get: { tags: ['Stores'], summary: 'List stores', responses: { '200': { description: 'ok' } } },
    },
  },
  webhooks: {
    orderPaid: {
      post: {
        tags: ['Orders'],
        summary: 'Order paid',
        'x-subscription-schema': {
          type: 'object',
          required: ['storeId'],
          properties: { storeId: { type: 'string', 'x-label': 'Store' }, includeTests: { type: 'boolean' } },
        },
      },
    },
  },
  components: {
    schemas: {
      NewOrder: {
        type: 'object',
        required: ['email', 'country', 'payment', 'lines'],
        properties: {
          email: { type: 'string', format: 'email', 'x-label': 'Email' },
          country: { type: 'string', 'x-label': 'Country', 'x-lookup': {} },
          city: { type: 'string', 'x-label': 'City', 'x-lookup': { dependencies: ['body.country'] } },
          customer: { type: 'string', 'x-label': 'Customer', 'x-autocomplete': { searchField: 'name' } },
          express: { type: 'boolean', 'x-label': 'Express' },
          note: { type: 'string', 'x-textarea': true, 'x-label': 'Note', description: 'Printed on the slip.', 'x-show-description': true },
          address: {
            type: 'object',
            'x-label': 'Address',
            required: ['street'],
            properties: { street: { type: 'string' }, zip: { type: 'string' } },
          },
          payment: { 'x-label': 'Payment', oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Invoice' }] },
          lines: {
            type: 'array',
            'x-label': 'Lines',
            description: 'What was bought.',
            items: {
              type: 'object',
              required: ['sku'],
              properties: { sku: { type: 'string' }, quantity: { type: 'integer', default: 1 } },
            },
          },
          parent: { $ref: '#/components/schemas/NewOrder' },
          internalId: { type: 'string', 'x-hide': true },
          riskLevel: { type: 'string', enum: ['low', 'high'], 'x-advanced': true, 'x-label': 'Risk level' },
        },
      },
      Card: {
        type: 'object',
        required: ['kind', 'token'],
        properties: { kind: { const: 'card' }, token: { type: 'string', 'x-label': 'Token' } },
      },
      Invoice: {
        type: 'object',
        required: ['kind', 'dueDays'],
        properties: { kind: { const: 'invoice' }, dueDays: { type: 'integer', 'x-label': 'Due days' } },
      },
    },
  },
};
