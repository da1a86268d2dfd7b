/** @type {import('firebase-local/stack-config').StackConfig} */
export default {
  name: 'Notes',
  variablePrefix: 'NOTES',
  projectId: 'demo-notes',
  functions: { targets: [{ name: 'notes', port: 5100 }] },
};
