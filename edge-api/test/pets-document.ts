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
