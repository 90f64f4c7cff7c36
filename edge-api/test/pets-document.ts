/** A small OpenAPI document with everything: resources, operations, an event, schemas by reference. */
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

/** Adds fields whose choices come from the system, the account's own fields, and data steps. */
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

/** Adds records that a sync reads and writes. */
export const SYNCED_PETS = CHOOSY_PETS.replace(
  'x-custom-parameters:',
  `  /animals:
    get:
      x-hidden: true
      parameters:
        - { name: since, in: query, schema: { type: string } }
        - { name: tag, in: query, schema: { type: string } }
        - { name: cursor, in: query, schema: { type: string } }
      responses: { '200': { description: ok, content: { application/json: { schema: { type: object, properties: { animals: { type: array, items: { $ref: '#/components/schemas/Animal' } } } } } } } }
    post:
      x-hidden: true
      requestBody:
        content: { application/json: { schema: { $ref: '#/components/schemas/NewAnimal' } } }
      responses: { '201': { description: made } }
  /animals/{animalId}:
    get:
      x-hidden: true
      parameters: [{ name: animalId, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Animal' } } } } }
    put:
      x-hidden: true
      parameters: [{ name: animalId, in: path, required: true, schema: { type: string } }]
      requestBody:
        content: { application/json: { schema: { $ref: '#/components/schemas/NewAnimal' } } }
      responses: { '200': { description: ok } }
  /keepers:
    get:
      x-hidden: true
      responses: { '200': { description: ok } }
    post:
      x-hidden: true
      requestBody:
        content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } }
      responses: { '201': { description: made } }
x-custom-parameters:`,
).concat(`    NewAnimal:
      type: object
      required: [name, tag]
      properties:
        name: { type: string, description: What it is called }
        tag: { type: string }
        weight: { type: number }
        keeperId: { type: string }
    Animal:
      allOf:
        - { $ref: '#/components/schemas/NewAnimal' }
        - { type: object, properties: { id: { type: string }, changedAt: { type: string, format: date-time } } }
x-entities:
  Animals:
    idPath: id
    namePath: name
    changedAtPath: changedAt
    parameters: { zoo: { title: Zoo } }
    list: { operation: GET /animals, itemsPath: animals, values: { query.since: '{cursor}' }, cursor: { path: changedAt, format: date-time } }
    get: { operation: 'GET /animals/{animalId}', values: { path.animalId: '{id}' } }
    find:
      - { key: body.tag, operation: GET /animals, itemsPath: animals, values: { query.tag: '{key}' }, equalsPath: tag }
    create: { operation: POST /animals, idPath: id }
    update: { operation: 'PUT /animals/{animalId}', values: { path.animalId: '{id}' } }
    externalIdFields: [body.externalTag]
    dependsOn: [Keepers]
  Keepers:
    idPath: id
    namePath: name
    list: { operation: GET /keepers }
    create: { operation: POST /keepers, idPath: id }
  Newborns:
    title: Young animals
    idPath: id
    namePath: name
    list: { operation: GET /pets }
`);
