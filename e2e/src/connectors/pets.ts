/** A small document with comments, flow style and members unknown to Portage. */
export const PETS_DOCUMENT = `# Pets and whoever owns them
openapi: 3.1.0
info: { title: Pets, version: '1' }
servers: [{ url: https://api.pets.example }]
x-own: { kept: [1, 2, { deep: true }] }
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      x-own: kept, too
      parameters:
        - { name: limit, in: query, schema: { type: integer, maximum: 100 } }
      responses:
        '200':
          description: ok
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } }
    # adds one
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

export const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" width="64" height="64"><rect width="8" height="8" fill="#0f766e"/></svg>';
