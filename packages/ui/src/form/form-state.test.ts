import { describe, expect, test } from 'vitest';
import {
  changeField,
  isDirty,
  requiredMessage,
  shownError,
  startForm,
  takeSaved,
  touchAll,
  touchField,
  validateFields,
} from './form-state.ts';

const rules = {
  name: { displayName: 'Workflow Name', required: true },
  email: { required: true, validate: (text: string) => (text.includes('@') ? undefined : 'Please input a valid email') },
  note: {},
};
const empty = { name: '', email: '', note: '' };

describe('form rules', () => {
  test('name the field in the required message if it has a display name (SHELL-37, SHELL-38)', () => {
    expect(requiredMessage('Email')).toBe('Please input Email');
    expect(requiredMessage()).toBe('Field is required');
    expect(validateFields(empty, rules)).toEqual({ name: 'Please input Workflow Name', email: 'Field is required' });
  });

  test('prefer the field’s own required message', () => {
    expect(validateFields({ slug: '' }, { slug: { displayName: 'Slug', required: true, requiredMessage: 'Please enter Slug' } })).toEqual({
      slug: 'Please enter Slug',
    });
  });

  test('treat blank text, an empty list and an unticked box as empty', () => {
    const required = { required: true };
    expect(
      Object.keys(
        validateFields({ a: '  ', b: [], c: false, d: null, e: 0 }, { a: required, b: required, c: required, d: required, e: required }),
      ),
    ).toEqual(['a', 'b', 'c', 'd']);
  });

  test('do not validate an empty optional field', () => {
    expect(validateFields({ email: '' }, { email: { validate: () => 'wrong' } })).toEqual({});
  });

  test('can validate one field against another', () => {
    const both = {
      again: { validate: (again: string, values: { password: string }) => (again === values.password ? undefined : 'Passwords differ') },
    };
    expect(validateFields({ password: 'a', again: 'b' }, both)).toEqual({ again: 'Passwords differ' });
    expect(validateFields({ password: 'a', again: 'a' }, both)).toEqual({});
  });

  test('accept a form only if all fields are valid (SHELL-40)', () => {
    expect(validateFields({ name: 'Orders', email: 'a@b', note: '' }, rules)).toEqual({});
    expect(Object.keys(validateFields({ name: 'Orders', email: 'ab', note: '' }, rules))).toEqual(['email']);
  });
});

describe('a form', () => {
  test('shows an error only after its field is touched (SHELL-39)', () => {
    const state = startForm(empty);
    const errors = validateFields(state.values, rules);
    expect(shownError(state, errors, 'name')).toBeUndefined();
    expect(shownError(touchField(state, 'name'), errors, 'name')).toBe('Please input Workflow Name');
    expect(shownError(touchField(state, 'name'), errors, 'email')).toBeUndefined();
  });

  test('touches all fields on validation (SHELL-41)', () => {
    const state = touchAll(startForm(empty), rules);
    const errors = validateFields(state.values, rules);
    expect(shownError(state, errors, 'name')).toBe('Please input Workflow Name');
    expect(shownError(state, errors, 'email')).toBe('Field is required');
  });

  test('shows server messages at once, until the field is edited', () => {
    const state = { ...startForm(empty), serverErrors: { email: 'This e-mail is taken' } };
    expect(shownError(state, {}, 'email')).toBe('This e-mail is taken');
    const edited = changeField(state, 'email', 'other@b');
    expect(shownError(edited, validateFields(edited.values, rules), 'email')).toBeUndefined();
  });

  test('keeps input typed during a save, and otherwise uses the saved values', () => {
    const submitted = { name: 'x', email: 'a@b', note: 'typed' };
    const typing = changeField({ ...startForm(empty), values: submitted }, 'note', 'typed since');
    const state = takeSaved(typing, { name: 'X', email: 'a@b', note: '' }, submitted);
    expect(state.values).toEqual({ name: 'X', email: 'a@b', note: 'typed since' });
    expect(isDirty(state)).toBe(true);
    expect(isDirty(takeSaved({ ...startForm(empty), values: submitted }, submitted, submitted))).toBe(false);
  });

  test('knows whether anything differs from the start', () => {
    const state = startForm(empty);
    expect(isDirty(state)).toBe(false);
    expect(isDirty(changeField(state, 'name', 'x'))).toBe(true);
    expect(isDirty(changeField(changeField(state, 'name', 'x'), 'name', ''))).toBe(false);
  });
});
