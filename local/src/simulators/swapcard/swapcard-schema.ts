import { buildSchema } from 'graphql';

/** The part of the Content API that an organiser's events need, with the real API's names. */
export const swapcardSchema = buildSchema(`
  enum FieldDefinitionTargetEnum { PEOPLE EXHIBITORS PLANNING PRODUCT }
  enum ListActionEnum { ADD REMOVE REPLACE }
  enum PlanningFormatEnum { PHYSICAL LIVE_STREAM ON_DEMAND PRE_RECORDED ROUNDTABLE }

  type PageInfo { endCursor: String hasNextPage: Boolean! totalItems: Int! }
  type Community { id: ID! name: String! }
  type Address { place: String street: String city: String zipCode: String state: String country: String }
  type Banner { imageUrl: String }
  type Group { id: ID! name: String! peopleCount: Int! }
  type SelectOption { id: ID! value: String! }
  interface FieldDefinition { id: ID! name: String! type: String! }
  type TextFieldDefinition implements FieldDefinition { id: ID! name: String! type: String! }
  type LongTextFieldDefinition implements FieldDefinition { id: ID! name: String! type: String! }
  type NumberFieldDefinition implements FieldDefinition { id: ID! name: String! type: String! }
  type DateFieldDefinition implements FieldDefinition { id: ID! name: String! type: String! }
  type UrlFieldDefinition implements FieldDefinition { id: ID! name: String! type: String! }
  type SelectFieldDefinition implements FieldDefinition { id: ID! name: String! type: String! optionsValues: [SelectOption!]! }
  type MultipleSelectFieldDefinition implements FieldDefinition { id: ID! name: String! type: String! optionsValues: [SelectOption!]! }
  type Event { id: ID! slug: String! title: String! beginsAt: String! endsAt: String! createdAt: String! updatedAt: String! language: String! timezone: String! isLive: Boolean! htmlDescription: String totalPlannings: Int! totalExhibitors: Int! totalSpeakers: Int! banner: Banner community: Community! address: Address groups: [Group!]! fieldDefinitions(target: FieldDefinitionTargetEnum): [FieldDefinition!]! }
  type PhoneNumber { formattedNumber: String number: String! type: String }
  type SocialNetwork { profile: String! type: String! }
  type EventPerson { id: ID! clientIds: [String!]! email: String firstName: String! lastName: String! jobTitle: String organization: String photoUrl: String websiteUrl: String biography: String source: String userId: ID isVisible: Boolean! createdAt: String! updatedAt: String! phoneNumbers: [PhoneNumber!]! socialNetworks: [SocialNetwork!]! groups: [Group!]! }
  type EventPersonConnection { pageInfo: PageInfo! nodes: [EventPerson!]! }
  type Planning { id: ID! clientIds: [String!]! title: String! description: String type: String format: PlanningFormatEnum place: String beginsAt: String! endsAt: String! totalAttendees: Int! isPrivate: Boolean! isRatable: Boolean! speakers: [EventPerson!]! exhibitors: [Exhibitor!]! }
  type PlanningConnection { pageInfo: PageInfo! nodes: [Planning!]! }
  type Exhibitor { id: ID! clientIds: [String!]! name: String! description: String email: String logoUrl: String websiteUrl: String createdAt: String! updatedAt: String! address: Address }
  type ExhibitorConnection { pageInfo: PageInfo! nodes: [Exhibitor!]! }
  type Meeting { id: ID! status: String! source: String! }
  type MeetingConnection { pageInfo: PageInfo! nodes: [Meeting!]! }

  input CursorPaginationInput { first: Int after: String }
  input EventPersonFilter { ids: [ID!] emails: [String!] clientIds: [String!] groupIds: [ID!] }
  input EventPlanningFilterInput { eventIds: [ID!] ids: [ID!] clientIds: [String!] speakerIds: [ID!] }
  input CommunityExhibitorsFilterInput { eventIds: [ID!] ids: [ID!] clientIds: [String!] lastUpdatedSince: String }
  input MeetingFilterInput { ids: [ID!] lastUpdatedSince: String }
  input EventPersonInput { email: String firstName: String lastName: String jobTitle: String organization: String biography: String websiteUrl: String photoUrl: String mobilePhone: String isVisible: Boolean isUser: Boolean }
  input UpdateGroupsInput { action: ListActionEnum! groupIds: [ID!]! }
  input OnPlanningsInput { action: ListActionEnum! planningIds: [ID!]! }
  input OnExhibitorsInput { action: ListActionEnum! exhibitorIds: [ID!]! }
  input EventPersonActionsInput { updateGroups: UpdateGroupsInput isSpeakerOnPlannings: OnPlanningsInput isAttendeeOnPlannings: OnPlanningsInput isMemberOnExhibitors: OnExhibitorsInput }
  input ImportEventPersonInput { clientId: String create: EventPersonInput update: EventPersonInput actions: EventPersonActionsInput }
  input TranslationInput { language: String! value: String! }
  input ImportEventPlanningInput { clientId: String! titleTranslations: [TranslationInput!]! descriptionTranslations: [TranslationInput!]! beginsAt: String! endsAt: String! format: PlanningFormatEnum isPrivate: Boolean canRegister: Boolean maxSeats: Int bannerUrl: String }
  input UpsertEventExhibitorInput { name: String! clientId: String description: String email: String websiteUrl: String logoUrl: String address: String type: String categories: [String!] membersIds: [ID!] }

  type InputError { inputId: String errorCode: String! message: String! }
  type ImportedPerson { inputId: String eventPerson: EventPerson }
  type ImportEventPeoplePayload { eventPeopleCreated: Int! eventPeopleUpdated: Int! errors: [InputError!]! results: [ImportedPerson!]! }
  type DeleteEventPeoplePayload { eventPeopleDeleted: Int! }
  type ImportedPlanning { inputId: String planning: Planning }
  type ImportEventPlanningsPayload { errors: [InputError!]! results: [ImportedPlanning!]! }
  type UpsertedExhibitor { inputId: String exhibitor: Exhibitor }
  type UpsertEventExhibitorsPayload { errors: [InputError!]! results: [UpsertedExhibitor!]! }

  type Query {
    events(ids: [ID!], slugs: [String!], page: Int, pageSize: Int): [Event!]!
    event(id: ID!): Event
    eventPerson(eventId: ID!, filters: [EventPersonFilter!], search: String, cursor: CursorPaginationInput): EventPersonConnection!
    planningsV2(communityId: ID!, search: String, filter: EventPlanningFilterInput, cursor: CursorPaginationInput): PlanningConnection!
    exhibitorsV2(communityId: ID!, search: String, filter: CommunityExhibitorsFilterInput, cursor: CursorPaginationInput): ExhibitorConnection!
    meetingsV2(eventId: ID!, filter: MeetingFilterInput, cursor: CursorPaginationInput): MeetingConnection!
  }
  type Mutation {
    importEventPeople(eventId: ID!, data: [ImportEventPersonInput!]!, validateOnly: Boolean): ImportEventPeoplePayload!
    deleteEventPeople(eventId: ID!, eventPeopleIds: [ID!]!): DeleteEventPeoplePayload!
    importEventPlannings(eventId: ID!, plannings: [ImportEventPlanningInput!]!): ImportEventPlanningsPayload!
    deleteEventPlannings(eventId: ID!, planningsIds: [ID!]!): Boolean!
    upsertEventExhibitors(eventId: ID!, exhibitors: [UpsertEventExhibitorInput!]!): UpsertEventExhibitorsPayload!
    deleteEventExhibitors(eventId: ID!, exhibitorIds: [ID!]!): Boolean!
  }
`);
