const KEY = /^[0-9a-f]{2}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.zip$/;

/** Fans out over 256 folders by the id's random end. */
export const objectKey = (id: string): string => `${id.slice(-2)}/${id}.zip`;

/** Only these keys may become a path. */
export const isObjectKey = (text: string): boolean => KEY.test(text);
