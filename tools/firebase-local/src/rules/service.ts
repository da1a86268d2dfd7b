/** The services a rules file can be written for. */
export type RulesService = 'cloud.firestore' | 'firebase.storage';
