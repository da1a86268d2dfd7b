import { toMicros, toTimestamp } from '../time.ts';
import { type Fields, fieldsOf, type Value } from './value.ts';

/**
 * Converts values to their stored form: timestamps have whole microseconds, and empty lists and maps are set. Values in this form are returned
 * without a copy.
 */
function normalizeValue(value: Value): Value {
  switch (value.valueType) {
    case 'timestampValue': {
      const nanos = value.timestampValue.nanos ?? 0;
      if (nanos % 1000 === 0 && value.timestampValue.seconds !== undefined) return value;
      return { valueType: 'timestampValue', timestampValue: toTimestamp(toMicros(value.timestampValue)) };
    }
    case 'arrayValue': {
      const values = value.arrayValue.values ?? [];
      const normal = values.map(normalizeValue);
      return normal.every((element, i) => element === values[i]) && value.arrayValue.values
        ? value
        : { valueType: 'arrayValue', arrayValue: { values: normal } };
    }
    case 'mapValue': {
      const fields = fieldsOf(value) ?? {};
      const normal = normalizeFields(fields);
      return normal === value.mapValue.fields ? value : { valueType: 'mapValue', mapValue: { fields: normal } };
    }
    default:
      return value;
  }
}

export function normalizeFields(fields: Fields): Fields {
  let isChanged = false;
  const normal: Fields = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name] as Value;
    const stored = normalizeValue(value);
    if (stored !== value) isChanged = true;
    normal[name] = stored;
  }
  return isChanged ? normal : fields;
}
