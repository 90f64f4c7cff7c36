/** A small system with features that documents often have: base path, wrappers, pages, recursion, `allOf`, `oneOf`, overlapping paths. */
export const PETS = `
openapi: 3.0.3
info: { title: Pets, version: '1' }
servers:
  - url: https://{region}.pets.example/{version}
    variables: { region: { default: eu }, version: { default: v2 } }
security: [{ key: [] }]
paths:
  /pets:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 5, default: 2 } }
        - { name: page, in: query, schema: { type: integer, default: 1 } }
        - { name: status, in: query, schema: { type: string, enum: [available, sold] } }
        - { name: updated_since, in: query, schema: { type: string, format: date-time } }
      responses:
        '200': { description: A page, content: { application/json: { schema: { type: object, properties: { pets: { type: array, items: { $ref: '#/components/schemas/Pet' } }, total: { type: integer } } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [pet], properties: { pet: { $ref: '#/components/schemas/NewPet' } } } } } }
      responses:
        '201': { description: Made, content: { application/json: { schema: { type: object, properties: { pet: { $ref: '#/components/schemas/Pet' } } } } } }
        '422': { $ref: '#/components/responses/Refused' }
  /pets/mine:
    get:
      responses:
        '200': { description: The favourite, content: { application/json: { schema: { type: object, properties: { nickname: { type: string, example: Rex } } } } } }
    put:
      requestBody: { content: { application/json: { schema: { type: object, properties: { nickname: { type: string } } } } } }
      responses:
        '200': { description: The favourite, content: { application/json: { schema: { type: object, properties: { nickname: { type: string } } } } } }
  /pets/{petId}:
    parameters: [{ name: petId, in: path, required: true, schema: { type: integer } }]
    get:
      responses:
        '200': { description: One, content: { application/json: { schema: { type: object, properties: { pet: { $ref: '#/components/schemas/Pet' } } } } } }
        '404': { $ref: '#/components/responses/Refused' }
    patch:
      requestBody: { content: { application/json: { schema: { type: object, properties: { pet: { $ref: '#/components/schemas/PetChange' } } } } } }
      responses:
        '200': { description: One, content: { application/json: { schema: { type: object, properties: { pet: { $ref: '#/components/schemas/Pet' } } } } } }
    delete:
      responses: { '204': { description: Gone } }
  /pets/{petId}/notes:
    parameters: [{ name: petId, in: path, required: true, schema: { type: integer } }]
    get:
      parameters: [{ name: cursor, in: query, schema: { type: string } }, { name: limit, in: query, schema: { type: integer, maximum: 2, default: 2 } }]
      responses:
        '200': { description: A page, content: { application/json: { schema: { type: object, properties: { data: { type: array, items: { $ref: '#/components/schemas/Note' } }, next_cursor: { type: string }, has_more: { type: boolean } } } } } }
    post:
      requestBody: { required: true, content: { application/x-www-form-urlencoded: { schema: { type: object, required: [text], properties: { text: { type: string, maxLength: 40 }, stars: { type: integer, minimum: 1, maximum: 5 } } } } } }
      responses:
        '200': { description: Made, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
  /pets/{petId}/adopt:
    post:
      parameters: [{ name: petId, in: path, required: true, schema: { type: integer } }]
      responses:
        '200': { description: The pet, content: { application/json: { schema: { type: object, properties: { pet: { $ref: '#/components/schemas/Pet' } } } } } }
  /search:
    get:
      security: []
      parameters: [{ name: q, in: query, required: true, schema: { type: string, minLength: 2 } }]
      responses:
        '200': { description: Free text, content: { text/plain: { schema: { type: string, example: nothing } } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Pets-Key } }
  responses:
    Refused: { description: No, content: { application/json: { schema: { type: object, properties: { code: { type: integer }, detail: { type: string }, errors: { type: array, items: { type: object, properties: { message: { type: string } } } } } } } } }
  schemas:
    NewPet:
      type: object
      required: [name, kind]
      properties:
        name: { type: string, minLength: 1, maxLength: 30 }
        kind: { oneOf: [{ $ref: '#/components/schemas/Dog' }, { $ref: '#/components/schemas/Cat' }] }
        price: { type: number, minimum: 0, exclusiveMinimum: true }
        status: { type: string, enum: [available, sold], default: available }
        secret: { type: string, writeOnly: true }
    PetChange: { type: object, properties: { name: { type: string }, status: { type: string, enum: [available, sold] } } }
    Dog: { type: object, required: [barks], properties: { barks: { type: boolean } } }
    Cat: { type: object, required: [lives], properties: { lives: { type: integer, maximum: 9 } } }
    Pet:
      allOf:
        - { $ref: '#/components/schemas/NewPet' }
        - type: object
          required: [id]
          properties:
            id: { type: integer, readOnly: true }
            tag: { type: string, pattern: '^[A-Z]{2}-\\d{4}$', readOnly: true }
            updated_at: { type: string, format: date-time, readOnly: true }
            mother: { $ref: '#/components/schemas/Pet' }
            litter: { type: array, items: { $ref: '#/components/schemas/Pet' } }
    Note: { type: object, required: [id, text], properties: { id: { type: string, format: uuid }, text: { type: string }, stars: { type: integer }, pet_id: { type: integer } } }
`;
