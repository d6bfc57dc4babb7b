const KEY = /^[0-9a-f]{2}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.zip$/;

/** Distributes objects over 256 folders by the random last digits of the id. */
export const objectKey = (id: string): string => `${id.slice(-2)}/${id}.zip`;

/** Only texts that match may become a file path. */
export const isObjectKey = (text: string): boolean => KEY.test(text);
