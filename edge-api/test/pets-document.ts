/** A small OpenAPI document with what there can be: resources, operations, an event, schemas by reference. */
export const PETS = `openapi: 3.1.0
info: { title: Pets, version: '1' }
servers: [{ url: https://api.pets.example }]
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
      responses:
        '200':
          description: ok
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } }
    post:
      operationId: addPet
      tags: [pets]
      requestBody:
        content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } }
      responses: { '201': { description: made } }
webhooks:
  petBorn:
    post:
      requestBody:
        content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } }
      responses: { '200': { description: thanks } }
components:
  schemas:
    Pet:
      type: object
      required: [name]
      properties:
        name: { type: string }
        parent: { $ref: '#/components/schemas/Pet' }
`;

/** The same with fields whose choices come from the system, fields of the account's own, and data steps. */
export const CHOOSY_PETS = PETS.replace(
  'webhooks:',
  `  /vets:
    get:
      x-hidden: true
      parameters:
        - { name: q, in: query, schema: { type: string } }
      responses: { '200': { description: ok } }
  /owners/{ownerId}/rooms:
    get:
      x-hidden: true
      x-sync-source: Products
      x-sync-target: Products
      x-get-data: Orders
      parameters:
        - { name: ownerId, in: path, required: true, schema: { type: string } }
        - { name: room, in: query, schema: { type: string, x-lookup: { operation: 'GET /owners/{ownerId}/rooms', parameters: { path.ownerId: '{path.ownerId}' } } } }
      responses: { '200': { description: ok } }
x-custom-parameters:
  - { operation: GET /vets, itemsPath: fields, idPath: key, namePath: label, typePath: kind, into: ['POST /pets#/body'] }
webhooks:`,
).concat(`        friend: { type: string, x-lookup: { operation: GET /pets, idPath: name } }
        vet: { type: string, x-autocomplete: { operation: GET /vets, searchParameter: query.q, itemsPath: vets, namePath: '{name} ({town})' } }
`);
