/** Choices that systems offer, and fields that accounts define. Pure: the caller makes the calls. */
export { type ChoiceSource, type CustomParameterSource, readChoiceSource } from '../declarations/choice-source.ts';
export { choiceValues, MissingDependencyError } from './choice-values.ts';
export { choicesOfItems, listOfChoices } from './choices-of-answer.ts';
export { type CustomFields, customFieldsOfItems, readCustomParameterSources } from './custom-parameters.ts';
export { type ChoiceField, findChoiceSource } from './find-choice-source.ts';
export { withCustomFields } from './with-custom-fields.ts';
